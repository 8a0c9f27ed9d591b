import { Injectable } from '@nestjs/common';
import { InjectVault } from '../../config/tokens.js';
import { KeepsRecords, type RecordKeeper } from '../../event-sourcing/record-keepers.js';
import { ordersProjection } from '../../orders/orders.projection.js';
import { Reads } from '../../projections/reads.js';
import { referencedSecret } from '../../stores/vault/referenced-secret.js';
import type { Vault, VaultKind } from '../../stores/vault/vault.js';

export interface KeptMail {
  from: string;
  subject: string;
  text: string;
  /** base64, for another verification of its signature */
  original: string | null;
}

/** bytes */
const LARGEST = 256 * 1024;

/** Mails under review in the vault; erased 30 days after the decision and with their person. */
@KeepsRecords()
@Injectable()
export class KeptMails implements RecordKeeper {
  readonly records = ['proof'] as const;

  constructor(
    @InjectVault() private readonly vault: Vault,
    private readonly reads: Reads,
  ) {}

  /** Must resolve before the event that names the record is written. Idempotent. */
  async keep(record: string, mail: KeptMail): Promise<void> {
    await this.vault.put('proof', record, bounded(mail));
  }

  /** Null once erased. @throws StaleVault */
  async read(record: string): Promise<KeptMail | null> {
    const entry = await referencedSecret<KeptMail>(this.vault, 'proof', record);
    return entry === 'erased' ? null : entry.value;
  }

  async forget(record: string): Promise<void> {
    await this.vault.erase('proof', record);
  }

  async named(_kind: VaultKind, records: readonly string[]): Promise<ReadonlySet<string>> {
    const orderIds = [...new Set(records.map(orderOf))];
    const orders = await this.reads.find(ordersProjection, { where: { orderId: { in: orderIds } } });
    return new Set(orders.flatMap(({ life }) => Object.values(life.proofs).map(({ record }) => record)));
  }
}

/** Proof ids and record ids begin with the order id. */
export function orderOf(proofId: string): string {
  const dot = proofId.indexOf('.');
  return dot < 0 ? '' : proofId.slice(0, dot);
}

function bounded(mail: KeptMail): KeptMail {
  const size = (one: KeptMail) => Buffer.byteLength(JSON.stringify(one));
  if (size(mail) <= LARGEST) return mail;
  const bare = { ...mail, original: null };
  return size(bare) <= LARGEST ? bare : { ...bare, text: bare.text.slice(0, LARGEST / 8) };
}
