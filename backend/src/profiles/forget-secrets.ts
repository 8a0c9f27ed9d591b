import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Commands } from '../platform/commands.js';
import type { DueRow } from '../platform/due/due-projection.js';
import { DueWork, type DueWorker, type LookAgain } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
import { workerOrigin } from '../platform/origins.js';
import { InjectClock } from '../platform/platform.js';
import { Projector } from '../platform/projections/projector.js';
import { CodeDesk } from './code-desk.js';
import { ForgetSecret, isOffered, KeepSecret, profile, RetireCode, type Secret } from './profile.js';
import { FORGET, secretOfRow } from './profile-due.js';

/** Who may still need a card or a code: whoever has open orders that name it. */
export interface SecretHolder {
  needs(secret: Secret): Promise<boolean>;
}

/** An open order keeps its card and code; a day later it is looked at again, ms. */
const LOOK_AGAIN = 24 * 3_600_000;
/** ms after which read models that were behind are asked again */
const BEHIND = 60_000;

/**
 * Removes cards and security codes that were replaced, never used, or whose orders have ended, once no open order needs them. A
 * code is retired first: a reservation that found it on file may not be known to anybody yet.
 */
@Injectable()
export class ForgetSecrets implements DueWorker, OnModuleInit {
  readonly kind = FORGET;
  readonly concurrency = 4;
  private readonly holders: SecretHolder[] = [];

  constructor(
    private readonly commands: Commands,
    private readonly codes: CodeDesk,
    private readonly dueWork: DueWork,
    private readonly projector: Projector,
    @InjectClock() private readonly clock: () => number,
  ) {}

  onModuleInit(): void {
    this.dueWork.register(this);
  }

  register(holder: SecretHolder): void {
    this.holders.push(holder);
  }

  async work({ id }: DueRow): Promise<Position | LookAgain | undefined> {
    // Who needs it is asked of the read models.
    if (!(await this.projector.knowsAll())) return { lookAgainAt: this.clock() + BEHIND };
    const { profileId, secret } = secretOfRow(id);
    const origin = workerOrigin(FORGET);
    if (await this.isNeeded(secret)) {
      const until = this.clock() + LOOK_AGAIN;
      return (await this.commands.execute(profile, new KeepSecret(profileId, { secret, until }, origin))).position;
    }
    const state = await this.commands.state(profile, profileId);
    if (secret.kind === 'code' && isOffered(state, secret)) return this.retire(profileId, secret.record);
    if (this.clock() < (state.retired[secret.record] ?? 0)) return undefined; // another worker has just retired it
    await this.codes.forget(secret);
    return (await this.commands.execute(profile, new ForgetSecret(profileId, { secret }, origin))).position;
  }

  /** No open order needs the code: after a while it goes. One that came with its order, and is no profile's, goes at once. */
  async codeIsDone(profileId: string, record: string): Promise<void> {
    const { secrets } = await this.commands.state(profile, profileId);
    if (secrets.some((known) => known.record === record)) await this.retire(profileId, record);
    else await this.codes.forget({ kind: 'code', record });
  }

  private async retire(profileId: string, record: string): Promise<Position> {
    return (await this.commands.execute(profile, new RetireCode(profileId, { record }, workerOrigin(FORGET)))).position;
  }

  private async isNeeded(secret: Secret): Promise<boolean> {
    for (const holder of this.holders) if (await holder.needs(secret)) return true;
    return false;
  }
}
