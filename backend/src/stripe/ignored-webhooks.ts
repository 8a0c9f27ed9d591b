import { Injectable } from '@nestjs/common';
import type { IgnoredWebhook } from '@supreme-access/contract/shapes/system.js';
import { InjectClock } from '../config/tokens.js';

const REMEMBERED = 50;

/** Webhooks of another installation or the other mode are answered and not stored. Each process remembers the last ones and their number. */
@Injectable()
export class IgnoredWebhooks {
  count = 0;
  private readonly latest: IgnoredWebhook[] = [];

  constructor(@InjectClock() private readonly clock: () => number) {}

  get last(): readonly IgnoredWebhook[] {
    return this.latest;
  }

  add({ eventId, type, foreign }: { eventId: string; type: string; foreign: boolean }): void {
    this.count += 1;
    const why = foreign ? 'foreign' : 'other-mode';
    this.latest.unshift({ eventId, type, at: new Date(this.clock()).toISOString(), why });
    this.latest.splice(REMEMBERED);
  }
}
