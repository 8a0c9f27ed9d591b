import type { Quirk, RetailerProtocol, ShippingRule } from '@supreme-access/contract/retailer-protocols.js';
import {
  Command,
  type CommandOf,
  type Decider,
  EditCommand,
  noSuch,
  Refused,
  unreachable,
} from '../../event-sourcing/decider.js';
import { canonicalJson } from '../../event-sourcing/ids.js';
import type { Means } from '../retailer.js';
import { STANDARD } from '../retailers.js';
import type { MailRules } from './mail-rules.js';

/** A retailer is configured by an operator who has its agreement. */

export interface RetailerFacts extends MailRules {
  name: string;
  protocol: RetailerProtocol;
  /** an address, SANDBOX or SETTINGS */
  baseUrl: string;
  /** of the protocol; null: the newest that both speak */
  version: string | null;
  /** the vault's record of what signs us in there */
  keyRecord: string | null;
  /** whom payment tokens are made for, as Stripe names it */
  sellerProfile: string | null;
  shipping: ShippingRule;
  quirks: Quirk[];
}

/** UCP and ACP take a payment token; our own protocol takes the card. */
export function paidBy(protocol: RetailerProtocol): Means['kind'] {
  return protocol === 'own' ? 'card' : 'token';
}

/** What a shop says of itself. */
export interface Discovered {
  version: string;
  /** where its calls go */
  endpoint: string;
  capabilities: string[];
  handlers: string[];
  /** base64url, of the whole document */
  hash: string;
}

export type RetailerEvent =
  | { type: 'RetailerConfigured'; data: RetailerFacts }
  | { type: 'RetailerDiscovered'; data: Discovered & { readAt: number } }
  | { type: 'RetailerEnded'; data: Record<string, never> };

/** the address and key of the sandbox of this process */
export const SANDBOX = 'sandbox';
/** RETAILER_URL and RETAILER_KEY */
export const SETTINGS = 'settings';
/** the vault's kind of records for keys */
export const KEY_KIND = 'retailer-key';

/** The retailer of the settings, until somebody saves it. */
const UNSAVED_STANDARD: RetailerFacts = {
  name: 'The retailer of the settings',
  protocol: 'own',
  baseUrl: SETTINGS,
  version: null,
  keyRecord: null,
  sellerProfile: null,
  shipping: 'cheapest',
  quirks: [],
  mailDomains: [],
  mailKeys: [],
  confirms: [],
};

/** The retailer of the settings is there before anybody saves it. @throws Refused 'not-found' */
export function retailerFacts(id: string, { facts }: Pick<RetailerState, 'facts'>): RetailerFacts {
  if (facts) return facts;
  if (id === STANDARD) return UNSAVED_STANDARD;
  throw noSuch('retailer');
}

/** Its `version` is the state's `revision`. */
export class ConfigureRetailer extends EditCommand<RetailerFacts> {
  readonly type = 'ConfigureRetailer';
}
export class RecordDiscovery extends Command<Discovered> {
  readonly type = 'RecordDiscovery';
}
export class EndRetailer extends Command<{ isInUse: boolean }> {
  readonly type = 'EndRetailer';
}
const retailerCommands = { ConfigureRetailer, RecordDiscovery, EndRetailer };
export type RetailerCommand = CommandOf<typeof retailerCommands>;

export interface RetailerState {
  /** plus 1 per save, and whenever the shop says something else */
  revision: number;
  facts: RetailerFacts | null;
  /** `readAt`: ms UTC */
  discovered: (Discovered & { readAt: number }) | null;
  /** the hash that stood there when an operator last saved the retailer, or that was read first after it */
  agreedHash: string | null;
  /** origin of the endpoint in it: nothing is sent to another one */
  agreedOrigin: string | null;
  isEnded: boolean;
}

/** ms in which reading the same again is no news */
const READ_LATELY = 12 * 3_600_000;

function decide(command: RetailerCommand, state: RetailerState, now: number): RetailerEvent[] {
  if (command.type === 'ConfigureRetailer') return configure(command, state);
  if (!state.facts) throw noSuch('retailer');
  switch (command.type) {
    case 'RecordDiscovery': {
      const { hash, readAt } = state.discovered ?? { hash: null, readAt: 0 };
      const isUnchanged = hash === command.data.hash && now - readAt < READ_LATELY;
      return state.isEnded || isUnchanged
        ? []
        : [{ type: 'RetailerDiscovered', data: { ...command.data, readAt: now } }];
    }
    case 'EndRetailer':
      if (state.isEnded) return [];
      if (command.data.isInUse) {
        throw new Refused('retailer-in-use', 'conflict', 'A product that is not over is bought at this retailer.');
      }
      return [{ type: 'RetailerEnded', data: {} }];
    default:
      return unreachable(command);
  }
}

function configure({ data: facts, version }: ConfigureRetailer, state: RetailerState): RetailerEvent[] {
  if (state.isEnded) throw new Refused('retailer-ended', 'conflict', 'This retailer was removed. Add it anew.');
  if (state.facts && state.facts.protocol !== facts.protocol) {
    // Attempts under way are asked for in the words they began in.
    const text = 'A retailer keeps its protocol. Add another one for the new protocol.';
    throw new Refused('retailer-protocol', 'conflict', text);
  }
  const isSame = state.facts !== null && canonicalJson(state.facts) === canonicalJson(facts);
  if (isSame && !isChanged(state)) return [];
  if (version !== undefined && version !== state.revision) {
    const text =
      'This retailer was saved, or its shop said something else, in the meantime. Your changes were not saved.';
    throw new Refused('conflict', 'conflict', text);
  }
  return [{ type: 'RetailerConfigured', data: facts }];
}

/** The shop says something else of itself than an operator agreed to. */
export function isChanged({ discovered, agreedHash }: Pick<RetailerState, 'discovered' | 'agreedHash'>): boolean {
  return discovered !== null && discovered.hash !== agreedHash;
}

function evolve(state: RetailerState, event: RetailerEvent): RetailerState {
  switch (event.type) {
    case 'RetailerConfigured': {
      // What another address said sends nothing from here on, least of all the new key.
      const discovered = event.data.baseUrl === state.facts?.baseUrl ? state.discovered : null;
      return { ...state, revision: state.revision + 1, facts: event.data, discovered, ...agreedTo(discovered) };
    }
    case 'RetailerDiscovered': {
      if (state.agreedHash === null) return { ...state, discovered: event.data, ...agreedTo(event.data) };
      const revision = state.revision + (state.discovered?.hash === event.data.hash ? 0 : 1);
      return { ...state, revision, discovered: event.data };
    }
    case 'RetailerEnded':
      return { ...state, isEnded: true };
    default:
      return unreachable(event);
  }
}

function agreedTo(discovered: Discovered | null): Pick<RetailerState, 'agreedHash' | 'agreedOrigin'> {
  if (!discovered) return { agreedHash: null, agreedOrigin: null };
  return { agreedHash: discovered.hash, agreedOrigin: new URL(discovered.endpoint).origin };
}

/** The shop names another host than an operator agreed to, who must save the retailer before anything goes there. */
export function isMoved({ discovered, agreedOrigin }: Pick<RetailerState, 'discovered' | 'agreedOrigin'>): boolean {
  return discovered !== null && new URL(discovered.endpoint).origin !== agreedOrigin;
}

export const retailer: Decider<RetailerState, RetailerCommand, RetailerEvent> = {
  category: 'retailer',
  commands: retailerCommands,
  initial: { revision: 0, facts: null, discovered: null, agreedHash: null, agreedOrigin: null, isEnded: false },
  decide,
  evolve,
};
