import { Injectable } from '@nestjs/common';
import { Commands } from '../platform/commands.js';
import type { DueRow } from '../platform/due/due.projection.js';
import { type DueWorker, type LookAgain, Worker } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
import { workerOrigin } from '../platform/origins.js';
import { InjectClock } from '../platform/platform.js';
import { CheckoutDataReader } from './checkout-data.js';
import { ADD_PERSON_KEY } from './profile.due.js';
import { AddPersonKey, profile } from './profile.js';
import { Profiles } from './profiles.js';

/** ms after which a profile whose data are being erased is looked at again */
const ERASED = 3_600_000;

/** Gives profiles that were saved before version 2 of the person's key that key, so that nobody computes it in a rush. */
@Worker()
@Injectable()
export class AddPersonKeys implements DueWorker {
  readonly kind = ADD_PERSON_KEY;
  readonly concurrency = 2;
  readonly parks = true;
  readonly background = true;

  constructor(
    private readonly commands: Commands,
    private readonly buyers: CheckoutDataReader,
    private readonly profiles: Profiles,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async work({ id }: DueRow): Promise<Position | LookAgain | undefined> {
    const { card, savedRevision, accountId } = await this.commands.state(profile, id);
    const lookAgain = { lookAgainAt: this.clock() + ERASED };
    if (!card || accountId === null) return lookAgain;
    const named = { profileId: id, profileRevision: savedRevision, cardRecord: card.cardRecord };
    const buyer = await this.buyers.buyer(named);
    if (buyer === 'gone') return lookAgain;
    const personKey2 = this.profiles.personOf(buyer.card.number, buyer.shipping)[2];
    const data = { savedRevision, subject: `account-${accountId}`, personal: { personKey2 } };
    const added = new AddPersonKey(id, data, workerOrigin(ADD_PERSON_KEY));
    return (await this.commands.execute(profile, added)).position;
  }
}
