import type { Send } from '../../http/outgoing/http-calls.js';
import { isObject, type Json, objectsIn } from '../json-calls.js';
import {
  below,
  type DiscoveryAnswer,
  type DocumentAnswer,
  documentAt,
  isEndpoint,
  keysIn,
  refused,
  type ShopPlace,
  textsIn,
} from '../sessions/discovery.js';
import { UCP_VERSIONS } from './ucp-retailer.js';

const SHOPPING = 'dev.ucp.shopping';
const PATH = '/.well-known/ucp';

/**
 * Reads the profile of a shop in the wanted version, or in the newest that both speak.
 * https://ucp.dev/2026-04-08/specification/overview (Profile Structure, Version Negotiation)
 */
export async function discoverUcp(
  { url, send }: ShopPlace,
  wanted: string | null,
  signal: AbortSignal,
): Promise<DiscoveryAnswer> {
  const first = await documentAt(send, below(url, PATH), signal);
  if (first.kind !== 'document') return first;
  const versions = versionsIn(first.document);
  const spoken = [...versions.keys()].filter((version) =>
    wanted === null ? UCP_VERSIONS.includes(version) : version === wanted,
  );
  const version = spoken.toSorted().at(-1);
  if (version === undefined) return refused(wanted ?? [...versions.keys()][0] ?? 'malformed');
  const link = versions.get(version);
  const found = link ? await profileAt(link, url, send, signal) : first;
  return found.kind === 'document' ? readProfile(found.document, version) : found;
}

/** Its own version first, with null; older ones with the address of their profile. */
function versionsIn({ ucp }: Json): Map<string, string | null> {
  const { version, supported_versions: older } = isObject(ucp) ? ucp : {};
  const versions = new Map<string, string | null>();
  if (typeof version === 'string') versions.set(version, null);
  for (const [name, link] of Object.entries(isObject(older) ? older : {})) {
    if (typeof link === 'string' && !versions.has(name)) versions.set(name, link);
  }
  return versions;
}

/** An older version's profile is read from the same origin alone: `send` reaches no other. */
async function profileAt(link: string, url: string, send: Send, signal: AbortSignal): Promise<DocumentAnswer> {
  if (!URL.canParse(link)) return refused('malformed');
  const { origin, pathname, search } = new URL(link);
  return origin === new URL(url).origin ? documentAt(send, pathname + search, signal) : refused('other-origin');
}

function readProfile(document: Json, version: string): DiscoveryAnswer {
  const { ucp } = document;
  if (!isObject(ucp) || ucp.version !== version) return refused('malformed');
  const endpoint = endpointIn(ucp.services);
  if (endpoint === undefined) return refused('no-rest');
  if (!isEndpoint(endpoint)) return refused('malformed');
  const capabilities = namesIn(ucp.capabilities);
  if (!capabilities.includes(`${SHOPPING}.checkout`)) return refused('no-checkout');
  const { payment } = document;
  const handlers = namesIn(isObject(payment) ? payment.handlers : ucp.payment_handlers);
  const says = { version, endpoint, capabilities, handlers };
  return { kind: 'discovered', says, keys: keysIn(document.signing_keys), document };
}

/** 2026-01-11 has one service with a member per transport, 2026-04-08 a list with a transport each. */
function endpointIn(services: unknown): string | undefined {
  const service = isObject(services) ? services[SHOPPING] : undefined;
  const rest = isObject(service) ? service.rest : objectsIn(service).find(({ transport }) => transport === 'rest');
  return isObject(rest) && typeof rest.endpoint === 'string' ? rest.endpoint : undefined;
}

/** 2026-01-11 lists them, 2026-04-08 has them as members. */
function namesIn(value: unknown): string[] {
  return textsIn(isObject(value) ? Object.keys(value) : objectsIn(value).map(({ name }) => name));
}
