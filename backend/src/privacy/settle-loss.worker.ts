import { Injectable } from '@nestjs/common';
import { Invitees } from '../accounts/forgetting.worker.js';
import { GuestErasure } from '../orders/guest-erasure.js';
import { Commands } from '../platform/commands.js';
import { Refused } from '../platform/decider.js';
import type { DueRow } from '../platform/due/due.projection.js';
import { type DueWorker, type LookAgain, Worker } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
import { workerOrigin } from '../platform/origins.js';
import { InjectClock } from '../platform/platform.js';
import { secretOfRow } from '../profiles/profile.due.js';
import { ForgetSecret, profile } from '../profiles/profile.js';
import { Erasure } from './erasure.worker.js';
import { lossOfRow, SETTLE_LOSS } from './loss.due.js';
import { loss, SettleLoss } from './loss.js';

/** An order that is open still ends by itself, in 72 hours at most: then its guest is forgotten; ms. */
const LOOK_AGAIN = 10 * 60_000;

/** Ends what waits on people and records that were lost with a vault: whoever was lost counts as erased. */
@Worker()
@Injectable()
export class SettleLosses implements DueWorker {
  readonly kind = SETTLE_LOSS;
  readonly concurrency = 2;
  readonly background = true;

  constructor(
    private readonly commands: Commands,
    private readonly erasure: Erasure,
    private readonly guests: GuestErasure,
    private readonly invitees: Invitees,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async work({ id }: DueRow): Promise<Position | LookAgain> {
    const { lossId, lost } = lossOfRow(id);
    try {
      await this.settle(lost);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // No order came of it. Otherwise what is open has to end first, and the last admin waits until there is another one.
      if (error.code !== 'not-found') return { lookAgainAt: this.clock() + LOOK_AGAIN };
    }
    const settled = new SettleLoss(lossId, { lost }, workerOrigin(SETTLE_LOSS));
    return (await this.commands.execute(loss, settled)).position;
  }

  private async settle(lost: string): Promise<void> {
    const origin = workerOrigin(SETTLE_LOSS);
    const [, kind, id = ''] = /^(account|guest|invitation)-(.*)$/.exec(lost) ?? [];
    if (kind === 'account') {
      // What is open keeps it from being finished; the worker of erasures does that.
      await this.erasure.requestForLost(id, origin);
    } else if (kind === 'guest') {
      await this.guests.erase(id, origin);
    } else if (kind === 'invitation') {
      await this.invitees.forget(id, origin);
    } else {
      const { profileId, secret } = secretOfRow(lost);
      await this.commands.execute(profile, new ForgetSecret(profileId, { secret }, origin));
    }
  }
}
