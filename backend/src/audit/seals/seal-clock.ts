import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SEALED_WITHIN_MS } from '@supreme-access/contract/seals.js';
import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import type { Logger } from 'pino';
import { type WorkPlace, worksHere } from '../../config/config.js';
import { InjectClock, InjectConfig, LOGGER } from '../../config/tokens.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Refused } from '../../event-sourcing/decider.js';
import { type HealthCheck, HealthChecks, Startup } from '../../event-sourcing/health-checks.js';
import { iso } from '../events/event-pages.js';
import { NearReleases } from '../runs/near-releases.js';
import { type AuditRunner, AuditRunners, Findings, type RunProgress, type RunResult } from '../runs/runner.js';
import { Seals } from './seals.js';

export const SEAL_CLOCK = 'seal-clock';
/** ms */
const LOOK = 60_000;
const MINUTE = 60_000;
const EVERY = 60 * MINUTE;
/** ms that a seal may be late; a rebuilt tree reads the whole log first */
const GRACE = 10 * MINUTE;
/** ms after which a seal ignores near releases, because receipts promise a deadline */
const HELD_BACK_AT_MOST = SEALED_WITHIN_MS - 4 * 60 * MINUTE;
const TODO =
  'Nothing is lost: sealing is retried every minute. The server log says what went wrong; see docs/operations.md, "Seals".';

interface Found {
  last: number | null;
  since: number;
  isHeldBack: boolean;
}

/** Seals hourly if there are new events; near releases delay a seal by at most 20 hours. */
@HealthChecks()
@Injectable()
export class SealClock implements HealthCheck {
  private found: Found | null = null;
  private trouble: string | null = null;

  constructor(
    @Inject(Seals) private readonly seals: Pick<Seals, 'last' | 'newsAfter' | 'seal'>,
    @Inject(NearReleases) private readonly near: Pick<NearReleases, 'now'>,
    private readonly startup: Startup,
    @InjectConfig() private readonly config: WorkPlace,
    @InjectClock() private readonly clock: () => number,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /** A failure is retried at the next interval; every process reports a late seal. */
  @Interval(SEAL_CLOCK, LOOK)
  async look(): Promise<void> {
    if (!this.startup.isOver) return;
    try {
      this.found = await this.find();
      if (worksHere(this.config) && this.found && !this.found.isHeldBack) await this.sealWhenDue(this.found);
      this.trouble = null;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      this.logger.error({ err: error }, 'the log could not be sealed');
    }
  }

  condition(): ReadinessCondition {
    const { found, trouble } = this;
    const due = found && found.since + EVERY;
    const isLate = found !== null && due !== null && !found.isHeldBack && this.clock() >= due + GRACE;
    if (!isLate) return { name: 'Seals', state: 'fine', says: 'No seal is overdue.', todo: null };
    const last = found.last === null ? 'The first seal' : `The next seal after ${iso(found.last)}`;
    const why = trouble === null ? '' : ` The last attempt failed: ${trouble}`;
    return { name: 'Seals', state: 'late', says: `${last} has been overdue since ${iso(due)}.${why}`, todo: TODO };
  }

  private async find(): Promise<Found | null> {
    const last = await this.seals.last();
    const since = await this.seals.newsAfter(last);
    if (since === null) return null;
    const isHeldBack = this.clock() - since < HELD_BACK_AT_MOST && (await this.near.now()).length > 0;
    return { last: last?.at ?? null, since, isHeldBack };
  }

  private async sealWhenDue({ last }: Found): Promise<void> {
    if (last !== null && this.clock() - last < EVERY) return;
    await this.seals.seal(workerMetadata('seals'));
    this.found = null;
  }
}

@AuditRunners()
@Injectable()
export class SealRun implements AuditRunner {
  readonly kind = 'seal';

  constructor(private readonly seals: Seals) {}

  async run(progress: RunProgress): Promise<RunResult> {
    const findings = new Findings();
    await progress.step('tree', 0, null);
    try {
      const sealed = (await this.seals.seal(workerMetadata('seals'))) ?? (await this.seals.last());
      return { figures: sealed ? { seal: sealed.number, events: sealed.size, root: sealed.root } : {}, findings };
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'log-changed')) throw error;
      findings.add({ id: 'log-changed', what: 'log-changed', about: 'log-seals', detail: error.message });
      return { figures: {}, findings };
    }
  }
}
