import { Injectable } from '@nestjs/common';
import { type OrderDoc, ordersProjection } from '../orders/orders.projection.js';
import { InjectVault } from '../platform/platform.js';
import { Reads } from '../platform/read-models/reads.js';
import { Sealer } from '../platform/vault/sealer.js';
import type { Vault } from '../platform/vault/vault.js';
import { AccountDesk } from './account-desk.js';
import { accountsProjection } from './accounts.js';
import { subjectOfAccount } from './decide-account.js';
import { subjectOfInvitation } from './invitation.js';
import { invitationsProjection } from './invitation-list.js';

/**
 * A vault that was restored from a backup knows nothing of the erasures since. At every start, what the log has erased is
 * erased in the vault again; where it is already, nothing happens.
 */
@Injectable()
export class RestoredVault {
  constructor(
    private readonly reads: Reads,
    private readonly desk: AccountDesk,
    private readonly sealer: Sealer,
    @InjectVault() private readonly vault: Vault,
  ) {}

  /** Call it once the read models have caught up. What else the backup brought back, no event names: the sweep takes it. */
  async eraseAgain(): Promise<void> {
    const closed = await this.reads.find(accountsProjection, { where: { erased: true } });
    for (const { accountId } of closed) await this.eraseAccount(accountId);
    const invited = await this.reads.find(invitationsProjection, { where: { erased: true } });
    for (const { invitationId } of invited) await this.sealer.erase(subjectOfInvitation(invitationId));
    const guests = await this.reads.find(ordersProjection, { where: { accountId: null } });
    for (const order of guests) if (order.life.erased) await this.eraseOrder(order);
  }

  private async eraseAccount(accountId: string): Promise<void> {
    const { erased, records } = await this.desk.state(accountId);
    // Only asked for: the worker finishes it, once nothing of the account is open.
    if (!erased) return;
    for (const { kind, id } of records) await this.vault.erase(kind, id);
    for (const order of await this.reads.find(ordersProjection, { where: { accountId } })) await this.forget(order);
    await this.sealer.erase(subjectOfAccount(accountId));
  }

  private async eraseOrder(order: OrderDoc): Promise<void> {
    await this.forget(order);
    await this.sealer.erase(order.subject);
  }

  private async forget({ cardRecord, codeRecord }: OrderDoc): Promise<void> {
    await this.vault.erase('card', cardRecord);
    if (codeRecord !== null) await this.vault.erase('code', codeRecord);
  }
}
