import { Injectable } from '@nestjs/common';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { SecurityCodes } from '../customers/profiles/security-codes.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import { type Limit, Limits } from '../http/limits/limits.js';
import { order } from './order.js';
import { codeNotNeeded, GiveCode, needsCode } from './order-checkout.js';

/** Guards against guessing a card's security code. */
const ATTEMPTS = { name: 'code-tries', max: 10, seconds: 3_600 };

@Injectable()
export class OrderCodes {
  private readonly attempts: Limit;

  constructor(
    private readonly commands: Commands,
    private readonly codes: SecurityCodes,
    limits: Limits,
  ) {
    this.attempts = limits.of(ATTEMPTS);
  }

  /** `accountId` null: signed link. @throws Refused 'card-invalid' | 'order-ended' | 'too-many' */
  async give(orderId: string, jwe: string | null, accountId: string | null, metadata: CommandMetadata): Promise<void> {
    if (!jwe) throw new Refused('card-invalid', 'invalid', TEXTS.card);
    await this.attempts.take(orderId);
    const code = await this.codes.ofJwe(orderId, jwe, { accountId, commandId: metadata.commandId });
    const state = await this.commands.state(order, orderId);
    if (state.codeRecord !== code.codeRecord) {
      if (!needsCode(state, state.placed ?? {})) throw codeNotNeeded();
      await code.keep();
    }
    await this.commands.execute(order, new GiveCode(orderId, { codeRecord: code.codeRecord }, metadata));
  }
}
