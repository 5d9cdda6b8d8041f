/** Tells whether a host name is one of this machine's (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3). */
export function isLocalhost(hostname: string): boolean {
  // Schemes that are not the web's keep the case in which their host was written.
  return /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
