import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import type { Config } from '../../platform/config.js';
import { workerOrigin } from '../../platform/origins.js';
import { InjectClock, InjectConfig, LOGGER, Startup } from '../../platform/platform.js';
import { NearReleases } from '../runs/near-releases.js';
import { Seals } from './seals.js';

/** ms between two looks at whether it is time */
const LOOK = 60_000;
const MINUTE = 60_000;

/** Seals the log every so often, where something has happened; not within 30 minutes of a release. */
@Injectable()
export class SealClock {
  constructor(
    private readonly seals: Seals,
    private readonly near: NearReleases,
    private readonly startup: Startup,
    @InjectConfig() private readonly config: Pick<Config, 'sealEvery' | 'work' | 'role'>,
    @InjectClock() private readonly clock: () => number,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What fails is tried again at the next look. */
  @Interval(LOOK)
  async look(): Promise<void> {
    const { sealEvery, work, role } = this.config;
    const isOurs = work && (role === 'all' || role === 'worker') && this.startup.isOver;
    if (!isOurs || sealEvery === 0) return;
    try {
      const last = await this.seals.last();
      if (last && this.clock() - last.at < sealEvery * MINUTE) return;
      if ((await this.near.now()).length > 0) return;
      await this.seals.seal(workerOrigin('seals'));
    } catch (error) {
      this.logger.error({ err: error }, 'the log could not be sealed');
    }
  }
}
