import { Injectable } from '@nestjs/common';
import { InjectClock } from '../../config/tokens.js';
import { Commands } from '../../event-sourcing/commands.js';
import { Discovered } from '../../event-sourcing/discovered.js';
import { workerOrigin } from '../../event-sourcing/origins.js';
import type { DueRow } from '../../jobs/due.projection.js';
import { type DueWorker, type LookAgain, Worker } from '../../jobs/due-work.js';
import { Projector } from '../../projections/projector.js';
import { KeepsRecords } from '../../projections/sweep.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { CardVault } from './card-vault.js';
import { FORGET, secretOfRow } from './profile.due.js';
import { ForgetSecret, KeepSecret, profile, type Secret } from './profile.js';

/** An open order keeps its card and code; a day later it is looked at again, ms. */
const LOOK_AGAIN = 24 * 3_600_000;
/** ms after which read models that were behind are asked again */
const BEHIND = 60_000;

/** Removes what profiles keep of cards: what was replaced or never used, and codes as soon as an order has used them. */
@Worker()
@Injectable()
export class ForgetSecrets implements DueWorker {
  readonly kind = FORGET;
  readonly concurrency = 4;

  constructor(
    private readonly commands: Commands,
    private readonly cards: CardVault,
    private readonly projector: Projector,
    @InjectClock() private readonly clock: () => number,
    private readonly discovered: Discovered,
  ) {}

  async work({ id }: DueRow): Promise<Position | LookAgain | undefined> {
    // Who needs it is asked of the read models.
    if (!(await this.projector.knowsAll())) return { lookAgainAt: this.clock() + BEHIND };
    const { profileId, secret } = secretOfRow(id);
    const origin = workerOrigin(FORGET);
    if (await this.isNeeded(secret)) {
      const until = this.clock() + LOOK_AGAIN;
      return (await this.commands.execute(profile, new KeepSecret(profileId, { secret, until }, origin))).position;
    }
    return this.forget(profileId, secret);
  }

  /** An order is done with a copy of a code that this profile has, or had, on file. */
  async codeIsDone(profileId: string, record: string): Promise<void> {
    const secret: Secret = { kind: 'code', record };
    const { secrets } = await this.commands.state(profile, profileId);
    const isKnown = secrets.some((known) => known.record === record);
    if (isKnown) await this.forget(profileId, secret);
  }

  /** The event may be lost in between: then the row is due still, and nothing is left to be forgotten. */
  private async forget(profileId: string, secret: Secret): Promise<Position> {
    await this.cards.forget(secret);
    const told = new ForgetSecret(profileId, { secret }, workerOrigin(FORGET));
    return (await this.commands.execute(profile, told)).position;
  }

  private async isNeeded(secret: Secret): Promise<boolean> {
    for (const keeper of this.discovered.of(KeepsRecords)) if (await keeper.needs?.(secret)) return true;
    return false;
  }
}
