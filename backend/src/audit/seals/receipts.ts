import { Injectable } from '@nestjs/common';
import { type InclusionProof, SEALED_WITHIN_MS, type SlotPromise } from '@supreme-access/contract/seals.js';
import { type Reserved, SlotEvents } from '../../orders/slot-events.js';
import { GivesReceipts, type ReceiptGiver, type SlotHolder } from '../../orders/slot-receipts.js';
import type { Config } from '../../platform/config.js';
import { workerOrigin } from '../../platform/origins.js';
import { InjectConfig } from '../../platform/platform.js';
import { VaultBehind } from '../../platform/vault/named-record.js';
import { SealKeys, type Signer } from './seal-keys.js';
import { Seals } from './seals.js';

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What a shopper has in hand of a slot: our signed word that it is in the log and will be in a seal, then the proof that it is. */
@GivesReceipts()
@Injectable()
export class Receipts implements ReceiptGiver {
  constructor(
    private readonly keys: SealKeys,
    private readonly seals: Seals,
    private readonly slots: SlotEvents,
    @InjectConfig() private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** Null of an order without a slot. A key that the vault has lost turns readiness red; no mail waits for it. */
  async receiptOf(order: SlotHolder): Promise<string | null> {
    try {
      const reserved = await this.slots.of(order);
      return reserved && this.signed(await this.keys.current(workerOrigin('seals')), order.orderId, reserved);
    } catch (error) {
      if (error instanceof VaultBehind) return null;
      throw error;
    }
  }

  /** That the slot is counted by a seal; null before it is. */
  async inclusionOf(order: SlotHolder): Promise<InclusionProof | null> {
    const reserved = await this.slots.of(order);
    const last = await this.seals.last();
    if (!reserved || !last || reserved.position > last.position) return null;
    const index = await this.seals.indexOf(reserved.position);
    const seal = index === undefined ? null : await this.seals.over(index);
    if (index === undefined || seal === null) return null;
    return { index, size: seal.size, path: await this.seals.inclusion(index, seal), seal };
  }

  /** A JWS in compact form, EdDSA: RFC 7515, RFC 8037. The same one each time, as long as the key is the same. */
  private signed(signer: Signer, orderId: string, { stream, revision, hash, at }: Reserved): string {
    const promise: SlotPromise = {
      iss: this.config.publicUrl,
      orderId,
      stream,
      revision,
      hash,
      at,
      sealedBy: at + SEALED_WITHIN_MS,
    };
    const head = encoded({ alg: 'EdDSA', kid: signer.keyId, typ: 'slot-receipt+jwt' });
    const text = `${head}.${encoded(promise)}`;
    return `${text}.${signer.sign(text)}`;
  }
}
