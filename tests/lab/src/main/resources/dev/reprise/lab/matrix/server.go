// An HTTPS server that closes after each answer, and tells of each handshake whether it was resumed.
package main

import (
	"crypto/tls"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	address, version, certificate, key, body := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	versions := map[string]uint16{"TLSv1.2": tls.VersionTLS12, "TLSv1.3": tls.VersionTLS13}
	server := &http.Server{
		Addr:      address,
		TLSConfig: &tls.Config{MinVersion: versions[version], MaxVersion: versions[version]},
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			log.Printf("handshake %s resumed=%t", tls.VersionName(r.TLS.Version), r.TLS.DidResume)
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "text/xml")
			_, _ = io.WriteString(w, body)
		}),
	}
	server.SetKeepAlivesEnabled(false)
	log.Fatal(server.ListenAndServeTLS(certificate, key))
}
