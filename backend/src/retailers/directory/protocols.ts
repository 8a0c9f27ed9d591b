import type { RetailerProtocol } from '@supreme-access/contract/shapes/retailers.js';
import type { Send } from '../../http/outgoing/http-calls.js';
import type { OnAnswer } from '../../jobs/partner-limit.js';
import { OwnRetailer } from '../own/own-retailer.js';
import type { Retailer } from '../retailer.js';
import type { Discovered, RetailerFacts } from './retailer-record.js';

/** Where a retailer's calls go, and what signs us in there. */
export interface Place {
  url: string;
  key: string | null;
  send: Send;
}

export interface ClientOptions extends Place {
  facts: RetailerFacts;
  /** the version that both speak; null: not known yet */
  version: string | null;
  heard: OnAnswer;
}

/** `refused`: what the shop says cannot be used. `reason`: a stable word, or the version that is unknown */
export type DiscoveryAnswer =
  | { kind: 'discovered'; says: Omit<Discovered, 'hash'>; document: unknown }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; cause: string };

export interface Protocol {
  client(options: ClientOptions): Retailer;
  /** reads what the shop says of itself; absent where the protocol has no such document */
  discover?(place: Place, version: string | null, signal: AbortSignal): Promise<DiscoveryAnswer>;
}

export type Protocols = Readonly<Partial<Record<RetailerProtocol, Protocol>>>;

export const PROTOCOLS: Protocols = {
  own: { client: ({ url, key, send, heard }) => new OwnRetailer({ url, key: key ?? '', send, heard }) },
  ucp: {
    client: (options) => new UcpRetailer({ ...shopOf('ucp', options), profile: options.profile, sign: options.sign }),
    discover: discoverUcp,
  },
  acp: { client: (options) => new AcpRetailer(shopOf('acp', options)), discover: discoverAcp },
};
