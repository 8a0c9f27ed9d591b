import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import type { Logger } from 'pino';
import { type WorkPlace, worksHere } from '../../config/config.js';
import { InjectClock, InjectConfig, LOGGER } from '../../config/tokens.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Refused } from '../../event-sourcing/decider.js';
import { type HealthCheck, HealthChecks, Startup } from '../../event-sourcing/health-checks.js';
import { AuditRuns } from '../runs/audit-runs.js';

const HOUR = 3_600_000;
const LOOK = HOUR / 4;
/** hours UTC */
const NIGHT = { from: 2, to: 6 };
/** ms since the last start */
const DUE_AFTER = 20 * HOUR;
/** ms since the last start; releases can block a whole night */
const LATE_AFTER = 54 * HOUR;
const TODO =
  'Nothing is lost. Start one on the Audit page and check the server log; see docs/operations.md, "What a run of an audit finds".';

/** Starts one reconciliation a night, in the first worker that checks; a Refused start is retried after 15 minutes. */
@HealthChecks()
@Injectable()
export class NightlyReconciliation implements HealthCheck {
  /** ms UTC */
  private last: number | undefined;
  private hasTrouble = false;

  constructor(
    @Inject(AuditRuns) private readonly runs: Pick<AuditRuns, 'lastStart' | 'start'>,
    private readonly startup: Startup,
    @InjectConfig() private readonly config: WorkPlace,
    @InjectClock() private readonly clock: () => number,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'error'>,
  ) {}

  @Interval(LOOK)
  async look(): Promise<void> {
    if (!this.startup.isOver) return;
    try {
      this.last = await this.runs.lastStart('reconcile');
      if (worksHere(this.config) && this.isNight()) await this.startWhenDue();
      this.hasTrouble = false;
    } catch (error) {
      if (error instanceof Refused) return;
      this.hasTrouble = true;
      this.logger.error({ err: error }, 'the nightly reconciliation did not start');
    }
  }

  condition(): ReadinessCondition {
    const isLate = this.last !== undefined && this.clock() - this.last >= LATE_AFTER;
    if (!isLate && !this.hasTrouble)
      return { name: 'Reconciliation', state: 'fine', says: 'No reconciliation is overdue.', todo: null };
    const last = this.last === undefined ? '' : ` The last one started at ${new Date(this.last).toISOString()}.`;
    const says = `The nightly reconciliation ${this.hasTrouble ? 'did not start' : 'is overdue'}.${last}`;
    return { name: 'Reconciliation', state: 'late', says, todo: TODO };
  }

  private async startWhenDue(): Promise<void> {
    if (this.clock() - (this.last ?? 0) < DUE_AFTER) return;
    const askedBy = { kind: 'system', id: 'nightly' } as const;
    await this.runs.start({ kind: 'reconcile', range: { from: null, to: null }, askedBy }, workerMetadata('nightly'));
    this.last = this.clock();
  }

  private isNight(): boolean {
    const hour = new Date(this.clock()).getUTCHours();
    return hour >= NIGHT.from && hour < NIGHT.to;
  }
}
