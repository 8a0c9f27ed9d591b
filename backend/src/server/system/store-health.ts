import { Injectable } from '@nestjs/common';
import { InjectVault } from '../../config/tokens.js';
import { LogWatch } from '../../event-sourcing/log-watch.js';
import { LiveEvents } from '../../projections/live-events.js';
import { Projector } from '../../projections/projector.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { StorageRoom } from '../../stores/storage-room.js';
import { StoreCalls } from '../../stores/store-calls.js';
import { stillMissing } from '../../stores/vault/named-record.js';
import type { Vault } from '../../stores/vault/vault.js';
import { type Store } from '../../telemetry/outages.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';

/** ms a store has to say that it is there */
const ANSWERS_WITHIN = 2_000;

export interface StoresSay {
  /** null: the log has not said it, or not soon enough */
  head: Position | null;
  /** which store does not answer, or is not known to be the one it was, in words */
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
      this.soon('the event log', this.projector.head()),
      // Until then they may not even be open.
      this.projector.progress().caughtUp ? this.soon('the read models', this.projector.stored()) : 0,
      this.soon('the vault', stillMissing(this.vault)),
    ]);
    const silent =
      [head, stored, lacking].find((said) => typeof said === 'string') ?? this.calls.hung() ?? this.watch.doubt;
    const deaf = this.live.trouble === null ? null : `the events of the log: ${this.live.trouble}`;
    const known = { head: typeof head === 'number' ? head : null, lacking: Array.isArray(lacking) ? lacking : [] };
    return { ...known, silent, deaf, full: this.storage.trouble, replaced: this.watch.replaced };
  }

  /** Null where nothing can be said: a busy minute of this process is no silence of a store. */
  private async soon<T>(store: Store, answer: Promise<T>): Promise<T | string | null> {
    try {
      return await this.calls.soon(store, ANSWERS_WITHIN, answer);
    } catch (error) {
      if (error instanceof StoreUnavailable) return error.message;
      return `${store}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}
