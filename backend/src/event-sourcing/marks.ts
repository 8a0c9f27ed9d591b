import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { InjectConfig, InjectEventLog, InjectSchema, InjectVault, LOGGER } from '../config/tokens.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import type { Vault } from '../stores/vault/vault.js';
import type { Schema } from './codec.js';
import { Startup } from './health-checks.js';
import { markVault, newestMark } from './watermark.js';

const EVERY = 3_600_000;
const EARLY = 60_000;
const LOOK = 300_000;
/** ms a start or a stop waits for its mark */
const PATIENCE = 2_000;

/** Marks the vault at start, hourly and at stop; a restored older vault lacks the newest mark. */
@Injectable()
export class VaultMarks {
  private turn: Promise<void> = Promise.resolve();
  private isOpen = false;

  constructor(
    @InjectEventLog() private readonly log: EventLog,
    @InjectVault() private readonly vault: Vault,
    @InjectSchema() private readonly schema: Schema,
    @InjectConfig() private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly startup: Startup,
  ) {}

  /** Call it once the vault knows every erasure in the log: a mark asserts that. */
  async begin(): Promise<void> {
    this.isOpen = this.config.role !== 'projector' && this.config.part !== 'follows';
    await this.soon();
  }

  @Interval(LOOK)
  async look(): Promise<void> {
    if (!this.isOpen) return;
    const last = await newestMark(this.log);
    if (last === null || Date.now() - last.at > EVERY - EARLY) await this.mark();
  }

  /** Call it after the last write and before the stores close. */
  async end(): Promise<void> {
    await this.soon();
    this.isOpen = false;
  }

  private async soon(): Promise<void> {
    await Promise.race([this.mark(), wait(PATIENCE, undefined, { ref: false })]);
  }

  private mark(): Promise<void> {
    // A newer mark would hide that the log is older than its vault.
    if (!this.isOpen || this.startup.olderLog !== null) return Promise.resolve();
    this.turn = this.turn
      // A mark from another log would hide the mismatch.
      .then(() => this.startup.logIsOurs())
      .then(() => markVault({ log: this.log, vault: this.vault, schema: this.schema }))
      .catch((error: unknown) => this.logger.error({ err: error }, 'the vault could not be marked'));
    return this.turn;
  }
}
