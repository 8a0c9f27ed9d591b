import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { InjectClock, LOGGER } from '../config/tokens.js';
import { Sessions } from './sessions.js';

/** ms; well below the lead time of a new key */
const LOOK = 20_000;

@Injectable()
export class SessionKeysFollow {
  constructor(
    private readonly sessions: Sessions,
    @InjectClock() private readonly clock: () => number,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(LOOK)
  async look(): Promise<void> {
    try {
      await this.sessions.keys.look(this.clock());
    } catch (error) {
      this.logger.warn({ err: error }, 'the session keys could not be looked at');
    }
  }
}
