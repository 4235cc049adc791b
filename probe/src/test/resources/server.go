// An HTTPS server of Go's net/http. The last argument has words of: close, notickets, tls12, wait.
package main

import (
	"crypto/tls"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	address, certificate, key, words := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	config := &tls.Config{SessionTicketsDisabled: strings.Contains(words, "notickets")}
	if strings.Contains(words, "tls12") {
		config.MaxVersion = tls.VersionTLS12
	}
	server := &http.Server{
		Addr:      address,
		TLSConfig: config,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			_, _ = io.WriteString(w, "<ok/>")
		}),
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){},
	}
	if strings.Contains(words, "wait") {
		server.ReadHeaderTimeout = 2 * time.Second
	}
	server.SetKeepAlivesEnabled(!strings.Contains(words, "close"))
	log.Fatal(server.ListenAndServeTLS(certificate, key))
}
