import { Inject, Injectable } from '@nestjs/common';
import { PROTOCOL_VERSIONS } from '@supreme-access/contract/retailer-protocols.js';
import { InjectVault } from '../../config/tokens.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { Discovered, discoverable } from '../../event-sourcing/discovered.js';
import { uuidV5 } from '../../event-sourcing/ids.js';
import { KeepsRecords, type RecordKeeper } from '../../event-sourcing/record-keepers.js';
import { AddressRefused, checkedUrl } from '../../http/outgoing/checked-address.js';
import { Reads } from '../../projections/reads.js';
import type { Vault, VaultKind } from '../../stores/vault/vault.js';
import { isSecure } from '../json-calls.js';
import { STANDARD } from '../retailers.js';
import { mailRulesIn } from './mail-rules.js';
import { RETAILER_PLACES, type RetailerPlaces } from './retailer-clients.js';
import {
  ConfigureRetailer,
  EndRetailer,
  KEY_KIND,
  type RetailerCommand,
  type RetailerFacts,
  type RetailerState,
  retailer,
  retailerFacts,
  SANDBOX,
  SETTINGS,
} from './retailer-record.js';
import { retailersProjection } from './retailers.projection.js';

/** A port for features that name a retailer, which keeps it from being removed, and its address while they buy there. */
export interface RetailerUse {
  isUsed(retailerId: string): Promise<boolean>;
  isBuying(retailerId: string): Promise<boolean>;
}
export const UsesRetailers = discoverable<RetailerUse>();

/** `key`: absent keeps the one on file, null drops it; `revision`: the one that was edited */
export interface RetailerInput extends Omit<RetailerFacts, 'keyRecord' | 'mailDomains' | 'mailKeys' | 'confirms'> {
  key?: string | null;
  revision?: number;
  mailDomains: unknown;
  mailKeys: unknown;
  confirms: unknown;
}

const NONE: RetailerInput = {
  name: '',
  protocol: 'own',
  baseUrl: '',
  version: null,
  sellerProfile: null,
  shipping: 'cheapest',
  quirks: [],
  mailDomains: [],
  mailKeys: [],
  confirms: [],
};

const ADDRESS_TEXTS: Readonly<Record<AddressRefused['reason'], string>> = {
  invalid: 'Please enter the address with https:// in front.',
  'not-https': 'The address must begin with https://.',
  credentials: 'The address must not hold a user name or password.',
  'not-public': 'The address leads into a private network.',
  'not-found': 'The address leads nowhere.',
};

/** Configures retailers. Their keys are records of the vault. */
@KeepsRecords()
@Injectable()
export class Directory implements RecordKeeper {
  readonly records = [KEY_KIND] as const;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    @InjectVault() private readonly vault: Vault,
    private readonly discovered: Discovered,
    @Inject(RETAILER_PLACES) private readonly places: RetailerPlaces,
  ) {}

  /** The id derives from the command id, so that a repeated command adds no second retailer. @throws Refused */
  add(given: Partial<RetailerInput>, metadata: CommandMetadata): Promise<{ id: string; state: RetailerState }> {
    return this.save(uuidV5(metadata.commandId, 'retailer'), given, metadata, true);
  }

  /** What is not given stays as it is. @throws Refused */
  async save(
    id: string,
    given: Partial<RetailerInput>,
    metadata: CommandMetadata,
    isNew = false,
  ): Promise<{ id: string; state: RetailerState }> {
    const state = await this.commands.state(retailer, id, metadata);
    const existing = isNew ? state.facts : retailerFacts(id, state);
    const { key, revision, ...wanted } = { ...NONE, ...existing, ...given, ...(id === STANDARD ? OF_SETTINGS : {}) };
    this.assertAddress(id, wanted.baseUrl);
    if (existing && existing.baseUrl !== wanted.baseUrl) await this.assertNotBuying(id);
    const facts = factsOf(wanted, existing?.keyRecord ?? null);
    if (existing && key === undefined) assertKeyStays(existing, facts);
    if (key !== undefined) facts.keyRecord = key === null ? null : await this.keep(key, metadata);
    assertKey(facts);
    const saved = await this.commands.execute(retailer, new ConfigureRetailer(id, facts, metadata, revision));
    return { id, state: saved.state };
  }

  /** The one of the settings stays. @throws Refused 'not-found' | 'retailer-in-use' */
  async end(id: string, metadata: CommandMetadata): Promise<{ id: string; state: RetailerState }> {
    const isInUse = id === STANDARD || (await this.anyUse((use) => use.isUsed(id)));
    const command: RetailerCommand = new EndRetailer(id, { isInUse }, metadata);
    return { id, state: (await this.commands.execute(retailer, command)).state };
  }

  async named(_: VaultKind, records: readonly string[]): Promise<ReadonlySet<string>> {
    const docs = await this.reads.find(retailersProjection, {});
    const named = new Set(docs.map(({ facts }) => facts?.keyRecord ?? ''));
    return new Set(records.filter((record) => named.has(record)));
  }

  /** Another shop has never seen what was sent to this one, and would be sent it again. @throws Refused 'retailer-in-use' */
  private async assertNotBuying(id: string): Promise<void> {
    if (!(await this.anyUse((use) => use.isBuying(id)))) return;
    const text = 'A release is buying at this address. Change it once the release is over, or add another retailer.';
    throw new Refused('retailer-in-use', 'conflict', text);
  }

  private async anyUse(asks: (use: RetailerUse) => Promise<boolean>): Promise<boolean> {
    return (await Promise.all(this.discovered.of(UsesRetailers).map(asks))).includes(true);
  }

  /** @throws Refused 'retailer-address' | 'no-sandbox' */
  private assertAddress(id: string, baseUrl: string): void {
    if (id === STANDARD && baseUrl === SETTINGS) return;
    if (baseUrl === SANDBOX) {
      if (this.places.sandbox) return;
      throw new Refused('no-sandbox', 'invalid', 'No sandbox runs here. Enter the address of the shop.');
    }
    try {
      if (!isSecure(checkedUrl(baseUrl, this.places))) throw new AddressRefused('not-https');
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error;
      throw new Refused('retailer-address', 'invalid', ADDRESS_TEXTS[error.reason]);
    }
  }

  /** The first of a command's copies decides what lies there. */
  private async keep(key: string, { commandId }: CommandMetadata): Promise<string> {
    const record = uuidV5(commandId, KEY_KIND);
    await this.vault.put(KEY_KIND, record, key);
    return record;
  }
}

function factsOf(wanted: Omit<RetailerInput, 'key'> & { keyRecord?: unknown }, keyRecord: string | null) {
  const { name, protocol, baseUrl, version, sellerProfile, shipping, quirks } = wanted;
  if (name === '') throw new Refused('retailer-name', 'invalid', 'Please enter a name.');
  const rules = mailRulesIn(wanted);
  if (!rules) throw new Refused('retailer-mail', 'invalid', MAIL_TEXT);
  if (version !== null && !PROTOCOL_VERSIONS[protocol].includes(version)) {
    const text = `Version ${version} is not known. Known are: ${PROTOCOL_VERSIONS[protocol].join(', ') || 'none'}.`;
    throw new Refused('retailer-version', 'invalid', text);
  }
  if (protocol !== 'own' && baseUrl !== SANDBOX && !sellerProfile) {
    const text = 'Please enter the profile at Stripe that payment tokens for this shop are made for.';
    throw new Refused('retailer-seller', 'invalid', text);
  }
  const own = { name, protocol, baseUrl, version, keyRecord, sellerProfile, shipping };
  return { ...own, ...rules, quirks: [...new Set(quirks)] } satisfies RetailerFacts;
}

/** Nobody learns a key by sending it elsewhere. @throws Refused 'retailer-key' */
function assertKeyStays(existing: RetailerFacts, { baseUrl }: RetailerFacts): void {
  if (existing.keyRecord === null || originOf(existing.baseUrl) === originOf(baseUrl)) return;
  throw new Refused('retailer-key', 'invalid', 'Please enter the key once more: the address leads to another host.');
}

/** No client can be made without. @throws Refused 'retailer-key' */
function assertKey({ protocol, baseUrl, keyRecord }: RetailerFacts): void {
  if (protocol !== 'own' || keyRecord !== null || baseUrl === SANDBOX || baseUrl === SETTINGS) return;
  throw new Refused('retailer-key', 'invalid', 'Please enter the key: our own protocol sends it with each call.');
}

function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
}

const OF_SETTINGS = { protocol: 'own', baseUrl: SETTINGS, version: null, key: undefined } as const;
const MAIL_TEXT =
  'Mail rules name domains, RSA keys of 1024 bits or more, and confirmations with {number} and {product}, which need a domain.';
