import { Injectable } from '@nestjs/common';
import type { Position } from '../log/event-log.js';
import { LiveEvents } from '../log/live-events.js';
import { LogWatch } from '../log/log-watch.js';
import { InjectVault } from '../platform.js';
import { Projector } from '../projections/projector.js';
import { StorageRoom } from '../storage-room.js';
import { noAnswer, type Store, StoreCalls } from '../store-calls.js';
import { StoreUnavailable } from '../store-unavailable.js';
import { stillMissing } from '../vault/named-record.js';
import type { Vault } from '../vault/vault.js';
import { within } from '../within.js';

/** ms a store has to say that it is there */
const ANSWERS_WITHIN = 2_000;

export interface StoresSay {
  /** null: the log does not say */
  head: Position | null;
  /** which store does not answer, in words */
  silent: string | null;
  /** why nothing is heard of what others append */
  deaf: string | null;
  /** why the disk takes nothing new */
  full: string | null;
  /** why the log is not the one that this process knows, and what to do */
  replaced: string | null;
  /** records of the vault that the log names and the vault lacks */
  lacking: readonly string[];
}

/** How the stores are: readiness asks them each time. */
@Injectable()
export class StoreHealth {
  constructor(
    private readonly projector: Projector,
    private readonly live: LiveEvents,
    private readonly calls: StoreCalls,
    private readonly storage: StorageRoom,
    private readonly watch: LogWatch,
    @InjectVault() private readonly vault: Vault,
  ) {}

  async ask(): Promise<StoresSay> {
    const [head, stored, lacking] = await Promise.all([
      soon('the event log', this.projector.head()),
      // Until then they may not even be open.
      this.projector.progress().caughtUp ? soon('the read models', this.projector.stored()) : 0,
      soon('the vault', stillMissing(this.vault)),
    ]);
    const silent = [head, stored, lacking].find((told) => typeof told === 'string') ?? this.calls.hung();
    const deaf = this.live.trouble === null ? null : `the events of the log: ${this.live.trouble}`;
    const known = { head: typeof head === 'number' ? head : null, lacking: typeof lacking === 'string' ? [] : lacking };
    return { ...known, silent, deaf, full: this.storage.trouble, replaced: this.watch.replaced };
  }
}

async function soon<T>(store: Store, answer: Promise<T>): Promise<T | string> {
  try {
    return await within(ANSWERS_WITHIN, answer, () => noAnswer(store));
  } catch (error) {
    if (error instanceof StoreUnavailable) return error.message;
    return `${store}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
