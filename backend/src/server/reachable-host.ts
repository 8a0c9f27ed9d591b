/** The host in a local URL for a server that listens on `host`; IPv6 stands in brackets (RFC 3986, 3.2.2). */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
