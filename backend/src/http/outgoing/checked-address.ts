import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ANSWER_LIMIT, type Call, callsTo } from './http-calls.js';

export const ADDRESS_REFUSALS = ['invalid', 'not-https', 'credentials', 'not-public', 'not-found'] as const;

/** Why an address is not called. Its message holds no text from outside. */
export class AddressRefused extends Error {
  constructor(readonly reason: (typeof ADDRESS_REFUSALS)[number]) {
    super(`the address is refused: ${reason}`);
  }
}

export interface OutgoingRules {
  /** `host:port` that a setting trusts: over plain http too, and wherever it lies */
  trusted: readonly string[];
  /** all addresses of a name; the DNS unless told */
  resolve?: (name: string) => Promise<string[]>;
}

/** ms per DNS query, of which there are two */
const ANSWER_WITHIN = 2_000;
// getaddrinfo would hold one of libuv's four threads for as long as the DNS is silent.
const dns = new Resolver({ timeout: ANSWER_WITHIN, tries: 2 });
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Reads an address that somebody typed or a shop named. @throws AddressRefused */
export function checkedUrl(text: string, { trusted }: OutgoingRules): URL {
  if (!URL.canParse(text)) throw new AddressRefused('invalid');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw new AddressRefused('credentials');
  if (!['https:', 'http:'].includes(url.protocol)) throw new AddressRefused('not-https');
  if (trusted.includes(hostOf(url))) return url;
  if (url.protocol !== 'https:') throw new AddressRefused('not-https');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isPublic(literal)) throw new AddressRefused('not-public');
  return url;
}

/** Calls one origin. Each connection goes to an address that was checked for it. @throws AddressRefused */
export function checkedCalls(text: string, rules: OutgoingRules): Call {
  const url = checkedUrl(text, rules);
  if (rules.trusted.includes(hostOf(url))) return callsTo(url.origin);
  return callsTo(url.origin, ANSWER_LIMIT, { lookup: publicOnly(rules.resolve ?? addressesOf) });
}

/** `host:port`, as `trusted` names it */
export function hostOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** Resolves once for a connection, which can go nowhere else. One bad address refuses the name. */
export function publicOnly(resolve: (name: string) => Promise<string[]>): LookupFunction {
  const checked = async (name: string) => {
    const addresses = await resolve(name);
    if (addresses.length === 0) throw new AddressRefused('not-found');
    if (!addresses.every(isPublic)) throw new AddressRefused('not-public');
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (name, { all }, done) => {
    checked(name).then(
      (found) => (all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error) => done(error, ''),
    );
  };
}

/** Special-purpose ranges of IANA, IPv4 within IPv6 included, are not public. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  const isGlobal = read.kind() === 'ipv4' || (read as ipaddr.IPv6).match(GLOBAL_UNICAST);
  return isGlobal && read.range() === 'unicast';
}

async function addressesOf(name: string): Promise<string[]> {
  const answers = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
