import { Injectable } from '@nestjs/common';
import type { CheckFinding } from '@supreme-access/contract/shapes/releases.js';
import { InjectClock } from '../../config/tokens.js';
import { CardVault } from '../../customers/profiles/card-vault.js';
import { profilesProjection } from '../../customers/profiles/profiles.projection.js';
import { SecurityCodes } from '../../customers/profiles/security-codes.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import { mail, requestMail } from '../../mail/mail.js';
import { orderMail } from '../../orders/order.jobs.js';
import { needsCode } from '../../orders/order-checkout.js';
import { type OrderDoc, ordersProjection } from '../../orders/orders.projection.js';
import { Reads } from '../../projections/reads.js';
import { unlessDamaged } from '../../stores/event-log/stream-integrity.js';
import { found, ok } from './partner-checks.js';

const AT_ONCE = 200;

/** Checks codes and cards of a drop's orders; mails holders of expiring cards once per release time. */
@Injectable()
export class HolderChecks {
  constructor(
    private readonly reads: Reads,
    private readonly codes: SecurityCodes,
    private readonly cards: CardVault,
    private readonly commands: Commands,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** `releaseAt`: ms UTC; null: cards must be valid now. AskForCodes mails the holders without a code. */
  async findings(
    productId: string,
    releaseAt: number | null,
    metadata: CommandMetadata,
    signal: AbortSignal,
  ): Promise<CheckFinding[]> {
    const neededAt = releaseAt ?? this.clock();
    const held = await this.reads.find(ordersProjection, { where: { productId, status: 'pending', livemode: true } });
    let [withoutCode, expiring] = [0, 0];
    for (let at = 0; at < held.length; at += AT_ONCE) {
      signal.throwIfAborted();
      const some = held.slice(at, at + AT_ONCE);
      withoutCode += (await this.withoutCode(some)).length;
      for (const { orderId } of await this.expiring(some, neededAt)) {
        expiring += 1;
        const name = orderMail(orderId, 'card-expires', `${releaseAt}`);
        await this.commands.execute(mail, requestMail(name, derivedMetadata(metadata))).catch(unlessDamaged);
      }
    }
    return [
      withoutCode === 0 ? ok('codes') : found('codes', 'red', 'codes-gone', withoutCode),
      expiring === 0 ? ok('cards') : found('cards', 'red', 'cards-expire', expiring),
    ];
  }

  async withoutCode(orders: readonly OrderDoc[]): Promise<OrderDoc[]> {
    const candidates = orders.filter((doc) => needsCode(doc.life, doc));
    const onFile = await this.codes.onFile(candidates.map(({ codeRecord }) => codeRecord));
    return candidates.filter(({ codeRecord }) => !onFile.has(codeRecord ?? ''));
  }

  private async expiring(orders: readonly OrderDoc[], neededAt: number): Promise<OrderDoc[]> {
    const records = [...new Set(orders.map(({ cardRecord }) => cardRecord))];
    const saved = await this.reads.find(profilesProjection, { where: { cardRecord: { in: records } } });
    const cardsByRecord = new Map(saved.map(({ cardRecord, card }) => [cardRecord, card]));
    const isGone = await Promise.all(
      orders.map(async ({ cardRecord }) => {
        const card = cardsByRecord.get(cardRecord) ?? (await this.cards.card(cardRecord));
        return card !== null && expiredAt(card) <= neededAt;
      }),
    );
    return orders.filter((_, index) => isGone[index]);
  }
}

/** ms UTC; a card is valid through its month. */
export function expiredAt({ month, year }: { month: number; year: number }): number {
  return Date.UTC(year, month, 1);
}
