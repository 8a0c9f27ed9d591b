import { Injectable } from '@nestjs/common';
import { InjectClock } from '../../config/tokens.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { Discovered } from '../../event-sourcing/discovered.js';
import { KeepsRecords } from '../../event-sourcing/record-keepers.js';
import { type JobWorker, type Reschedule, Worker } from '../../jobs/job-worker.js';
import type { Job } from '../../jobs/jobs.projection.js';
import { Projector } from '../../projections/projector.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { CardVault } from './card-vault.js';
import { FORGET, secretOfRow } from './profile.jobs.js';
import { ForgetSecret, KeepSecret, type ProfileState, profile, type Secret } from './profile.js';

/** ms; an open order keeps its card and code */
const RESCHEDULE_IN = 24 * 3_600_000;
/** ms */
const BEHIND = 60_000;

@Worker()
@Injectable()
export class ForgetSecrets implements JobWorker {
  readonly kind = FORGET;
  readonly concurrency = 4;

  constructor(
    private readonly commands: Commands,
    private readonly cards: CardVault,
    private readonly projector: Projector,
    @InjectClock() private readonly clock: () => number,
    private readonly discovered: Discovered,
  ) {}

  async work({ id }: Job): Promise<Position | Reschedule | undefined> {
    const { profileId, secret } = secretOfRow(id);
    if (secret.kind === 'code') return this.forgetCode(profileId, secret);
    // `needs` queries the read models, so they must include every event.
    if (!(await this.projector.knowsAll())) return { rescheduleAt: this.clock() + BEHIND };
    const metadata = workerMetadata(FORGET);
    if (await this.isNeeded(secret)) {
      const until = this.clock() + RESCHEDULE_IN;
      return (await this.commands.execute(profile, new KeepSecret(profileId, { secret, until }, metadata))).position;
    }
    // A crash before the event leaves the job due; erasing again does nothing.
    await this.cards.forget(secret);
    return (await this.commands.execute(profile, new ForgetSecret(profileId, { secret }, metadata))).position;
  }

  async codeIsDone(profileId: string, record: string): Promise<void> {
    const secret: Secret = { kind: 'code', record };
    const isIn = ({ secrets }: ProfileState) => secrets.some((kept) => kept.record === record);
    const isCached = isIn(await this.commands.cached(profile, profileId));
    if (isCached || isIn(await this.commands.state(profile, profileId))) await this.forgetCode(profileId, secret);
  }

  /** The code is offered no more. Its record goes once this event is folded, when every order that names it is known. */
  private async forgetCode(profileId: string, secret: Secret): Promise<Position> {
    const command = new ForgetSecret(profileId, { secret }, workerMetadata(FORGET));
    return (await this.commands.execute(profile, command)).position;
  }

  private async isNeeded(secret: Secret): Promise<boolean> {
    for (const keeper of this.discovered.of(KeepsRecords)) if (await keeper.needs?.(secret)) return true;
    return false;
  }
}
