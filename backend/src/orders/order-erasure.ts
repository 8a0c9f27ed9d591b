import { Injectable } from '@nestjs/common';
import { isUnderWay } from '@supreme-access/contract/statuses.js';
import { InjectVault } from '../config/tokens.js';
import { profileCodeOf } from '../customers/profiles/card-vault.js';
import { derivedMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import type { CommandMetadata } from '../event-sourcing/decider.js';
import { type Erased, type PersonalDataHolder, PersonalDataPart } from '../event-sourcing/personal-data.js';
import { Sealer } from '../event-sourcing/sealer.js';
import { Mailing } from '../mail/mailing.js';
import { Reads } from '../projections/reads.js';
import { despiteDamage } from '../stores/event-log/stream-integrity.js';
import { keptIn, type Vault } from '../stores/vault/vault.js';
import { EraseOrder, isMadeByGuest, type OrderState, order } from './order.js';
import { isEnded } from './order-status.js';
import { Orders } from './orders.js';
import { type OrderDoc, ordersProjection, orderView } from './orders.projection.js';

/** Erases a person from their orders and releases unused slots. An open purchase or payment blocks it. */
@PersonalDataPart()
@Injectable()
export class OrderErasure implements PersonalDataHolder {
  readonly turn = 1;

  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
    private readonly mailing: Mailing,
    private readonly reads: Reads,
    @InjectVault() private readonly vault: Vault,
    private readonly sealer: Sealer,
  ) {}

  async isOpen(accountId: string): Promise<boolean> {
    const docs = await this.orders.ofAccount(accountId);
    return docs.some(({ status }) => isUnderWay(status));
  }

  async erase(accountId: string, metadata: CommandMetadata): Promise<void> {
    const docs = await this.orders.ofAccount(accountId);
    const own = docs.filter((doc) => !isMadeByGuest(doc));
    await despiteDamage(own, ({ orderId }) => this.eraseOrder(orderId, metadata));
  }

  async collect(accountId: string): Promise<{ orders: unknown[]; forwardedMails: unknown[] }> {
    const docs = await this.orders.ofAccount(accountId);
    const proofs = docs.flatMap(({ life }) => Object.values(life.proofs));
    const mails = await this.vault.getMany<{ from: string; subject: string; text: string }>(
      'proof',
      proofs.map(({ record }) => record),
    );
    const forwardedMails = proofs.flatMap(({ record, receivedAt }) => {
      const mail = keptIn(mails.get(record));
      if (!mail) return [];
      const { from, subject, text } = mail;
      return { receivedAt: new Date(receivedAt).toISOString(), from, subject, text };
    });
    return { orders: docs.map((doc) => orderView(doc, { hasCode: null })), forwardedMails };
  }

  async eraseAgain({ accounts, orders }: Erased): Promise<void> {
    for (const accountId of accounts) {
      for (const order of await this.orders.ofAccount(accountId)) await this.forgetSecrets(order);
    }
    for (const orderId of orders) {
      const order = await this.reads.get(ordersProjection, orderId);
      if (!order || !isMadeByGuest(order) || !order.life.erased) continue;
      await this.forgetSecrets(order);
      await this.sealer.erase(order.subject);
    }
  }

  /** Returns the erased state. @throws Refused 'order-open' | 'release-started' */
  async eraseOrder(orderId: string, metadata: CommandMetadata, why: { reason?: string } = {}): Promise<OrderState> {
    const state = await this.commands.state(order, orderId);
    if (!isEnded(state) && state.attempts === 0) {
      await this.orders.takeBack(orderId, { by: 'holder', reason: 'personal data erased' }, derivedMetadata(metadata));
    }
    await this.commands.execute(order, new EraseOrder(orderId, why, metadata));
    const erased = await this.commands.state(order, orderId);
    // An open order may share its profile's code, which goes with the profile.
    if (erased.codeRecord !== null) await this.vault.erase('code', erased.codeRecord);
    await this.forgetMails(erased);
    await this.forgetLink(erased);
    await this.mailing.forget(`order-${orderId}`);
    return erased;
  }

  private async forgetSecrets({ cardRecord, codeRecord, life }: OrderDoc): Promise<void> {
    await this.vault.erase('card', cardRecord);
    await this.forgetCode(codeRecord);
    await this.forgetMails(life);
    await this.forgetLink(life);
  }

  /** The profile's goes first: only the order's own record leads to it. */
  private async forgetCode(record: string | null): Promise<void> {
    if (record === null) return;
    const source = profileCodeOf(record);
    if (source !== null) await this.vault.erase('code', source);
    await this.vault.erase('code', record);
  }

  /** The shop's page may show the person for as long as the shop keeps it. */
  private async forgetLink({ linkRecord }: OrderState): Promise<void> {
    if (linkRecord !== null) await this.vault.erase('link', linkRecord);
  }

  private async forgetMails({ proofs }: OrderState): Promise<void> {
    for (const { record } of Object.values(proofs)) await this.vault.erase('proof', record);
  }
}
