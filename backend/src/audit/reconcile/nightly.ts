import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { type Config, worksHere } from '../../platform/config.js';
import { Refused } from '../../platform/decider.js';
import { workerOrigin } from '../../platform/origins.js';
import { InjectClock, InjectConfig, LOGGER, Startup } from '../../platform/platform.js';
import { AuditRuns } from '../runs/audit-runs.js';

const HOUR = 3_600_000;
const LOOK = HOUR / 4;
/** UTC; few drops are then, and one that is holds it back */
const NIGHT = { from: 2, to: 6 };
/** ms since the last one from which another is due */
const DUE_AFTER = 20 * HOUR;

/** Reconciles each night, once, whichever process that works looks first. What holds it back is looked at again in a quarter of an hour. */
@Injectable()
export class NightlyReconciliation {
  constructor(
    @Inject(AuditRuns) private readonly runs: Pick<AuditRuns, 'lastStart' | 'start'>,
    private readonly startup: Startup,
    @InjectConfig() private readonly config: Pick<Config, 'work' | 'role'>,
    @InjectClock() private readonly clock: () => number,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'error'>,
  ) {}

  @Interval(LOOK)
  async look(): Promise<void> {
    const hour = new Date(this.clock()).getUTCHours();
    if (!worksHere(this.config) || !this.startup.isOver || hour < NIGHT.from || hour >= NIGHT.to) return;
    try {
      if (this.clock() - ((await this.runs.lastStart('reconcile')) ?? 0) < DUE_AFTER) return;
      const askedBy = { kind: 'system', id: 'nightly' } as const;
      await this.runs.start({ kind: 'reconcile', range: { from: null, to: null }, askedBy }, workerOrigin('nightly'));
    } catch (error) {
      // Somebody else's run, or a release.
      if (!(error instanceof Refused)) this.logger.error({ err: error }, 'the nightly reconciliation did not start');
    }
  }
}
