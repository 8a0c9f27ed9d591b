import { Injectable } from '@nestjs/common';
import type { RunKind } from '@supreme-access/contract/shapes/audit.js';
import { productsProjection } from '../../catalogue/products/products.projection.js';
import type { Config } from '../../config/config.js';
import { InjectClock, InjectConfig, InjectEventLog } from '../../config/tokens.js';
import { Blockers, type Hindrance } from '../../event-sourcing/blockers.js';
import { Reads } from '../../projections/reads.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { BEFORE, inTheWay, LONGEST_DROP, type NearRelease, whyNotNow } from './audit-run.js';
import { runsProjection } from './runs.projection.js';

/** ms; a run this short may start even during a drop */
const SHORT = 2_000;
/** events that are examined in half that time on two cores; the embedded log counts them by its positions */
const FEW = 10_000;
/** events that another server's log is read for to count them */
const FEW_REMOTE = 2_000;

@Injectable()
export class NearReleases {
  /** of a log on another server; it only grows */
  private counted = { events: 0, upTo: 0 };
  private counting: Promise<boolean> | undefined;

  constructor(
    private readonly reads: Reads,
    @InjectEventLog() private readonly log: EventLog,
    @InjectClock() private readonly clock: () => number,
    @InjectConfig() private readonly config: Pick<Config, 'engines'>,
  ) {}

  /** Returns the near releases that block a run, or a rebuild if `kind` is absent; none block a short one. */
  async inTheWayOf(kind?: RunKind, given?: NearRelease[]): Promise<NearRelease[]> {
    const near = given ?? (await this.now());
    return near.length > 0 && (await this.isShort(kind)) ? [] : near;
  }

  async now(): Promise<NearRelease[]> {
    const now = this.clock();
    const near = { gte: now - LONGEST_DROP, lte: now + BEFORE };
    const [announced, begun] = await Promise.all([
      this.reads.find(productsProjection, {
        where: { releaseAt: near, startedAt: null, cancelled: false, delisted: false },
      }),
      this.reads.find(productsProjection, { where: { startedAt: near, finishedAt: null } }),
    ]);
    return [...begun, ...announced].map(({ productTitle: title, startedAt, releaseAt }) => {
      const at = startedAt ?? releaseAt ?? now;
      return { title, at, until: at + LONGEST_DROP, hasBegun: startedAt !== null };
    });
  }

  /** Estimates the duration from the last run of the kind, or else from the number of events. */
  async isShort(kind?: RunKind): Promise<boolean> {
    const [last] = kind === undefined ? [] : await this.lastOf(kind);
    if (last?.finishedAt == null) return this.hasFew();
    const took = last.finishedAt - last.startedAt;
    return (took * (await this.log.head())) / Math.max(1, last.position) <= SHORT;
  }

  private lastOf(kind: RunKind) {
    const where = { kind, outcome: { in: ['passed', 'failed'] } };
    return this.reads.find(runsProjection, { where, sort: [['startedAt', 'desc']], limit: 1 });
  }

  private async hasFew(): Promise<boolean> {
    if (!this.config.engines) return (await this.log.head()) <= FEW;
    this.counting ??= this.countsFew().finally(() => {
      this.counting = undefined;
    });
    return this.counting;
  }

  private async countsFew(): Promise<boolean> {
    let { events, upTo } = this.counted;
    const limit = FEW_REMOTE + 1 - events;
    if (limit > 0) {
      for await (const { position } of this.log.readAll({ after: upTo, limit })) {
        events += 1;
        upTo = position;
      }
    }
    this.counted = { events, upTo };
    return events <= FEW_REMOTE;
  }
}

@Blockers()
@Injectable()
export class ReleaseBlocker implements Hindrance {
  constructor(
    private readonly near: NearReleases,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async whyNotNow(): Promise<string | null> {
    const near = inTheWay(await this.near.inTheWayOf(), this.clock());
    return near ? whyNotNow(near, 'Rebuilds') : null;
  }
}
