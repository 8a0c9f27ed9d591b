import { isObject, type Json, objectsIn } from '../json-calls.js';
import {
  below,
  type DiscoveryAnswer,
  documentAt,
  isEndpoint,
  refused,
  type ShopPlace,
  textsIn,
} from '../sessions/discovery.js';
import { ACP_VERSIONS } from './acp-versions.js';

const PATH = '/.well-known/acp.json';

/**
 * Reads the discovery document of a shop for the wanted version, or for the newest that both speak.
 * https://github.com/agentic-commerce-protocol/agentic-commerce-protocol/blob/main/rfcs/rfc.discovery.md
 */
export async function discoverAcp(
  { url, send }: ShopPlace,
  wanted: string | null,
  signal: AbortSignal,
): Promise<DiscoveryAnswer> {
  const answer = await documentAt(send, below(url, PATH), signal);
  return answer.kind === 'document' ? read(answer.document, wanted) : answer;
}

function read(document: Json, wanted: string | null): DiscoveryAnswer {
  const { protocol, api_base_url: endpoint, transports, capabilities } = document;
  if (!isObject(protocol) || protocol.name !== 'acp' || !isObject(capabilities)) return refused('malformed');
  const versions = listed(protocol.supported_versions);
  const spoken = versions.filter((version) => (wanted === null ? ACP_VERSIONS.includes(version) : version === wanted));
  const version = spoken.toSorted().at(-1);
  if (version === undefined) return refused(wanted ?? versions.at(-1) ?? 'malformed');
  if (!listed(transports).includes('rest')) return refused('no-rest');
  if (!isEndpoint(endpoint)) return refused('malformed');
  const services = listed(capabilities.services);
  if (!services.includes('checkout')) return refused('no-checkout');
  // The text tells ways to pay with a session alone; some shops tell them here.
  const { payment } = capabilities;
  const handlers = textsIn(objectsIn(isObject(payment) ? payment.handlers : []).map(({ name }) => name));
  return { kind: 'discovered', says: { version, endpoint, capabilities: services, handlers }, keys: [], document };
}

function listed(value: unknown): string[] {
  return Array.isArray(value) ? textsIn(value) : [];
}
