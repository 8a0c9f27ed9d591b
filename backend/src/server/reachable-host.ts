/**
 * The host under which a server that listens on `host` is reached from this machine, as it stands in a URL: on all addresses a server has
 * those of this machine itself, and IPv6 addresses stand in brackets (RFC 3986, 3.2.2).
 */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
