import { isLoopback } from './network.js';

export const INSECURE = ['public-url', 'smtp', 'stores', 'partners'] as const;
type Insecure = (typeof INSECURE)[number];

interface Addresses {
  publicUrl: string;
  adminUrl: string | null;
  smtpUrl: string | null;
  eventstoreUrl: string | null;
  mongodbUrl: string | null;
  picturesUrl: string | null;
  stripeApiUrl: string | null;
  placesUrl: string | null;
  analyticsUrl: string | null;
}

/** Lists settings that send data in the clear or skip authentication, never their values. */
export function insecureSettings(at: Addresses, allowed: readonly string[]): [name: string, wanted: string][] {
  const found: [kind: Insecure, name: string, wanted: string][] = [];
  for (const [kind, name, url] of [
    ['public-url', 'PUBLIC_URL', at.publicUrl],
    ['public-url', 'ADMIN_URL', at.adminUrl],
    ['partners', 'STRIPE_API_URL', at.stripeApiUrl],
    ['partners', 'PLACES_URL', at.placesUrl],
    ['partners', 'ANALYTICS_URL', at.analyticsUrl],
  ] as const) {
    if (url?.startsWith('http:') && !isHere(url)) found.push([kind, name, 'must begin with https://']);
  }
  if (at.eventstoreUrl !== null && !isHere(at.eventstoreUrl)) {
    const { tls, hasUser, isUnverified } = storeIn(at.eventstoreUrl);
    // TLS is the default: https://docs.kurrent.io/clients/node/v1.1/getting-started.html#connection-string
    if (tls === 'false' || isUnverified)
      found.push(['stores', 'EVENTSTORE_URL', 'must use TLS and verify who answers']);
    if (!hasUser) found.push(['stores', 'EVENTSTORE_URL', 'must name a user and a password']);
  }
  if (at.mongodbUrl !== null && !isHere(at.mongodbUrl)) {
    const { tls, hasUser, scheme, isUnverified } = storeIn(at.mongodbUrl);
    // https://www.mongodb.com/docs/manual/reference/connection-string-options/#tls-options
    const isTls = tls === 'true' || (scheme === 'mongodb+srv' && tls !== 'false');
    if (!isTls || isUnverified) found.push(['stores', 'MONGODB_URL', 'must use TLS (tls=true) and verify who answers']);
    if (!hasUser) found.push(['stores', 'MONGODB_URL', 'must name a user and a password']);
  }
  if (
    at.smtpUrl !== null &&
    !isHere(at.smtpUrl) &&
    /[?&](ignoreTLS=true|tls\.rejectUnauthorized=false)/i.test(at.smtpUrl)
  ) {
    found.push(['smtp', 'SMTP_URL', 'must use TLS and verify who answers']);
  }
  if (at.picturesUrl?.startsWith('http:') && !isHere(at.picturesUrl))
    found.push(['stores', 'PICTURES_URL', 'must name an endpoint that begins with https://']);
  return found.flatMap(([kind, name, wanted]) =>
    allowed.includes(kind)
      ? []
      : [[name, `${wanted} with NODE_ENV=production, unless ALLOW_INSECURE names ${kind}`] as [string, string]],
  );
}

export function needsTls(smtpUrl: string, isProduction: boolean, allowed: readonly string[]): boolean {
  return isProduction && !allowed.includes('smtp') && !isHere(smtpUrl);
}

function storeIn(url: string) {
  const [, scheme = '', user, , query = ''] = /^([\w+]+):\/\/(?:([^@/]*)@)?([^/?]*)[^?]*\??(.*)$/.exec(url) ?? [];
  const options = new URLSearchParams(query.toLowerCase());
  const byCertificate = options.get('authmechanism') === 'mongodb-x509' || options.has('usercertfile');
  const hasUser = byCertificate || (user?.includes(':') ?? false);
  const isUnverified =
    options.get('tlsverifycert') === 'false' ||
    ['tlsinsecure', 'tlsallowinvalidcertificates', 'tlsallowinvalidhostnames'].some(
      (name) => options.get(name) === 'true',
    );
  return { scheme, hasUser, isUnverified, tls: options.get('tls') ?? options.get('ssl') };
}

export function isHere(url: string): boolean {
  const hosts = /^[\w+]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url)?.[1]?.split(',') ?? [];
  return hosts.every((host) => {
    const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
    return name === 'localhost' || isLoopback(name);
  });
}
