import { Injectable } from '@nestjs/common';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { canonicalJson, sha256 } from '../../event-sourcing/ids.js';
import { AddressRefused } from '../../http/outgoing/checked-address.js';
import { RetryableError } from '../../jobs/retries.js';
import { type Place, PROTOCOLS } from './protocols.js';
import { RetailerClients } from './retailer-clients.js';
import {
  type Discovered,
  RecordDiscovery,
  type RetailerFacts,
  type RetailerState,
  retailer,
  retailerFacts,
  SANDBOX,
} from './retailer-record.js';

/** ms */
const DISCOVERED_WITHIN = 15_000;

export type Look =
  | { kind: 'read'; state: RetailerState; position: number; isNew: boolean }
  | { kind: 'nothing' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; cause: string };

/** Reads what shops say of themselves, and records it when it is something else. */
@Injectable()
export class Discovery {
  constructor(
    private readonly commands: Commands,
    private readonly clients: RetailerClients,
  ) {}

  /** `nothing`: its protocol has no such document, or it was removed. @throws Refused 'not-found' */
  async look(id: string, metadata: CommandMetadata, signal: AbortSignal): Promise<Look> {
    const before = await this.commands.state(retailer, id);
    const facts = retailerFacts(id, before);
    const { discover } = PROTOCOLS[facts.protocol];
    if (!discover || before.isEnded) return { kind: 'nothing' };
    const within = AbortSignal.any([signal, AbortSignal.timeout(DISCOVERED_WITHIN)]);
    const place = await this.placeOf(facts);
    if ('kind' in place) return place;
    const answer = await discover(place, facts.version, within);
    if (answer.kind !== 'discovered') return answer;
    const { says, document } = answer;
    const text = canonicalJson(document);
    // Each start gives the sandbox another port, which is no news.
    const comparable = facts.baseUrl === SANDBOX ? text.replaceAll(new URL(place.url).origin, SANDBOX) : text;
    const data: Discovered = { ...says, hash: sha256(comparable) };
    const { state, position, events } = await this.commands.execute(retailer, new RecordDiscovery(id, data, metadata));
    return { kind: 'read', state, position, isNew: events.length > 0 };
  }

  private async placeOf(facts: RetailerFacts): Promise<Place | Extract<Look, { kind: 'refused' }>> {
    try {
      return await this.clients.placeOf(facts);
    } catch (error) {
      const isRefused = error instanceof AddressRefused || error instanceof RetryableError;
      if (isRefused) return { kind: 'refused', reason: error.reason };
      throw error;
    }
  }
}

/** @throws Refused for a look without a result */
export function seen(look: Look): Extract<Look, { kind: 'read' }> {
  switch (look.kind) {
    case 'read':
      return look;
    case 'nothing':
      throw new Refused('no-discovery', 'conflict', 'This retailer has no document that says what it can do.');
    case 'refused':
      throw new Refused(
        'discovery-refused',
        'conflict',
        `What the shop says of itself cannot be used: ${look.reason}.`,
      );
    case 'unknown':
      throw new Refused('partner-away', 'unavailable', `The shop could not be reached: ${look.cause}.`, 30);
  }
}
