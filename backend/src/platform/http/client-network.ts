import { isIPv6 } from 'node:net';

/**
 * Whose a client's address is: an IPv4 address as it is, of IPv6 the /64, of which one household has 2^64 addresses
 * (https://www.rfc-editor.org/rfc/rfc6177). An IPv4 address that was mapped into IPv6 is that IPv4 address.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%', 1)[0] ?? ip).split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const behind =
    tail === undefined || tail === '' ? 0 : tail.split(':').reduce((n, one) => n + (one.includes('.') ? 2 : 1), 0);
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind;
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0'), ...(tail ?? '').split(':')];
  const prefix = whole.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}
