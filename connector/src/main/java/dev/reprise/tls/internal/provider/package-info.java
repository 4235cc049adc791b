/**
 * What JSSE, Conscrypt and others do differently, key and trust managers, and the check of the host
 * name. This package knows neither lanes nor connections. Managers meet a channel by an interface
 * only.
 */
package dev.reprise.tls.internal.provider;
