import type { RetailerProtocol } from '@supreme-access/contract/retailer-protocols.js';
import type { Send } from '../../http/outgoing/http-calls.js';
import type { OnAnswer } from '../../jobs/partner-limit.js';
import { discoverAcp } from '../acp/acp-discovery.js';
import { AcpRetailer } from '../acp/acp-retailer.js';
import { OwnRetailer } from '../own/own-retailer.js';
import type { Retailer } from '../retailer.js';
import type { DiscoveryAnswer } from '../sessions/discovery.js';
import type { ShopOptions } from '../sessions/session.js';
import type { Sign } from '../signatures/message-signatures.js';
import { discoverUcp } from '../ucp/ucp-discovery.js';
import { UcpRetailer } from '../ucp/ucp-retailer.js';
import type { RetailerFacts } from './retailer-record.js';

/** Where a retailer's calls go, and what signs us in there. */
export interface Place {
  url: string;
  key: string | null;
  send: Send;
}

export interface ClientOptions extends Place {
  facts: RetailerFacts;
  /** the version that both speak */
  version: string;
  /** whom payment tokens are made for */
  seller: string;
  /** the address of our own profile for this retailer */
  profile: string;
  sign: Sign;
  recordResult: OnAnswer;
}

interface Protocol {
  client(options: ClientOptions): Retailer;
  /** absent where the protocol has no document of what a shop can do */
  discover?(place: Place, version: string | null, signal: AbortSignal): Promise<DiscoveryAnswer>;
}

export const PROTOCOLS: Readonly<Record<RetailerProtocol, Protocol>> = {
  own: { client: ({ url, key, send, recordResult }) => new OwnRetailer({ url, key: key ?? '', send, recordResult }) },
  ucp: {
    client: (options) => new UcpRetailer({ ...shopOf(options), profile: options.profile }),
    discover: discoverUcp,
  },
  acp: { client: (options) => new AcpRetailer(shopOf(options)), discover: discoverAcp },
};

function shopOf({ facts, url, key, version, send, sign, seller, recordResult }: ClientOptions): ShopOptions {
  const { shipping, quirks } = facts;
  return { baseUrl: url, key: key ?? undefined, version, send, sign, seller, shipping, quirks, recordResult };
}
