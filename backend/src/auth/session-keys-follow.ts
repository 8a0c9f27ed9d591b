import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { InjectClock, LOGGER } from '../config/tokens.js';
import { Sessions } from './sessions.js';

/** Well below the time for which a new key only waits, ms. */
const LOOK = 20_000;

/** Keeps this process's session keys those of the vault, whichever process made or dropped one. */
@Injectable()
export class SessionKeysFollow {
  constructor(
    private readonly sessions: Sessions,
    @InjectClock() private readonly clock: () => number,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A vault that is away is asked at the next look. */
  @Interval(LOOK)
  async look(): Promise<void> {
    try {
      await this.sessions.keys.look(this.clock());
    } catch (error) {
      this.logger.warn({ err: error }, 'the session keys could not be looked at');
    }
  }
}
