import { Injectable } from '@nestjs/common';
import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import { InjectVault } from '../../config/tokens.js';
import { LogWatch } from '../../event-sourcing/log-watch.js';
import { LiveEvents } from '../../projections/live-events.js';
import { Projector } from '../../projections/projector.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { StorageRoom } from '../../stores/storage-room.js';
import { StoreCalls } from '../../stores/store-calls.js';
import { stillMissing } from '../../stores/vault/referenced-secret.js';
import type { Vault } from '../../stores/vault/vault.js';
import { type Store } from '../../telemetry/outages.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';

/** ms */
const ANSWERS_WITHIN = 2_000;

export interface StoresSay {
  /** null when the log does not answer in time */
  head: Position | null;
  silent: string | null;
  /** why events of other processes do not arrive */
  deaf: string | null;
  full: string | null;
  replaced: string | null;
  lacking: readonly string[];
  /** as the thread that works finds them, where it is another one */
  healthChecks: readonly ReadinessCondition[];
}

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
      // The read models may not be open before the catch-up.
      this.projector.progress().caughtUp ? this.soon('the read models', this.projector.stored()) : 0,
      this.soon('the vault', stillMissing(this.vault)),
    ]);
    const silent =
      [head, stored, lacking].find((said) => typeof said === 'string') ?? this.calls.hung() ?? this.watch.doubt;
    const deaf = this.live.trouble === null ? null : `the events of the log: ${this.live.trouble}`;
    const figures = { head: typeof head === 'number' ? head : null, lacking: Array.isArray(lacking) ? lacking : [] };
    return { ...figures, silent, deaf, full: this.storage.trouble, replaced: this.watch.replaced, healthChecks: [] };
  }

  /** null when this process is too busy to judge the store. */
  private async soon<T>(store: Store, answer: Promise<T>): Promise<T | string | null> {
    try {
      return await this.calls.soon(store, ANSWERS_WITHIN, answer);
    } catch (error) {
      if (error instanceof StoreUnavailable) return error.message;
      return `${store}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}
