import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Commands } from '../platform/commands.js';
import type { DueRow } from '../platform/due/due-projection.js';
import { DueWork, type DueWorker } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
import { workerOrigin } from '../platform/origins.js';
import { InjectClock } from '../platform/platform.js';
import { CardVault } from './card-vault.js';
import { ForgetSecret, KeepSecret, profile, type Secret } from './profile.js';
import { FORGET, secretOfRow } from './profile-due.js';

/** Who may still need a card or a code: whoever has open orders that name it. */
export interface SecretHolder {
  needs(secret: Secret): Promise<boolean>;
}

/** An open order keeps its card and code; a day later it is looked at again, ms. */
const LOOK_AGAIN = 24 * 3_600_000;

/** Removes cards and security codes that were replaced, or never used, once no open order needs them. */
@Injectable()
export class ForgetSecrets implements DueWorker, OnModuleInit {
  readonly kind = FORGET;
  readonly concurrency = 4;
  private readonly holders: SecretHolder[] = [];

  constructor(
    private readonly commands: Commands,
    private readonly cards: CardVault,
    private readonly dueWork: DueWork,
    @InjectClock() private readonly clock: () => number,
  ) {}

  onModuleInit(): void {
    this.dueWork.register(this);
  }

  register(holder: SecretHolder): void {
    this.holders.push(holder);
  }

  async work({ id }: DueRow): Promise<Position> {
    const { profileId, secret } = secretOfRow(id);
    const origin = workerOrigin(FORGET);
    if (await this.isNeeded(secret)) {
      const until = this.clock() + LOOK_AGAIN;
      return (await this.commands.execute(profile, new KeepSecret(profileId, { secret, until }, origin))).position;
    }
    return this.forget(profileId, secret);
  }

  /** At once, whoever holds it: an order that has ended calls it for its security code. */
  async forget(profileId: string, secret: Secret): Promise<Position> {
    await this.cards.forget(secret);
    const command = new ForgetSecret(profileId, { secret }, workerOrigin(FORGET));
    return (await this.commands.execute(profile, command)).position;
  }

  private async isNeeded(secret: Secret): Promise<boolean> {
    for (const holder of this.holders) if (await holder.needs(secret)) return true;
    return false;
  }
}
