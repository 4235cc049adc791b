"""An HTTPS server that closes after each answer, and tells of each handshake whether it was resumed."""

import http.server
import ssl
import sys

port, version, certificate, key, body = sys.argv[1:]
only = {"TLSv1.2": ssl.TLSVersion.TLSv1_2, "TLSv1.3": ssl.TLSVersion.TLSv1_3}[version]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.minimum_version = only
context.maximum_version = only
context.load_cert_chain(certificate, key)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        # One write, since threads share the file.
        sys.stdout.write(f"handshake {version} resumed={self.connection.session_reused}\n")
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        answer = body.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/xml")
        self.send_header("Content-Length", str(len(answer)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 1024

    def finish_request(self, request, client_address):
        # In the thread of the connection, so that a slow handshake holds nobody else.
        with context.wrap_socket(request, server_side=True) as secure:
            super().finish_request(secure, client_address)


Server(("127.0.0.1", int(port)), Handler).serve_forever()
