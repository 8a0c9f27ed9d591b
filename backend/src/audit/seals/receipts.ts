import { Injectable } from '@nestjs/common';
import { SEALED_WITHIN_MS, type SlotPromise } from '@supreme-access/contract/seals.js';
import type { SlotProof } from '@supreme-access/contract/shapes/audit.js';
import type { Config } from '../../config/config.js';
import { InjectConfig } from '../../config/tokens.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import type { ReceiptGiver, SlotHolder } from '../../orders/slot-events.js';
import { type Reserved, SlotEvents } from '../../orders/slot-events.js';
import { StaleVault } from '../../stores/vault/referenced-secret.js';
import { SealKeys, type Signer } from './seal-keys.js';
import { Seals } from './seals.js';

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

@Injectable()
export class Receipts implements ReceiptGiver {
  constructor(
    private readonly keys: SealKeys,
    private readonly seals: Seals,
    private readonly slots: SlotEvents,
    @InjectConfig() private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  async receiptOf(order: SlotHolder): Promise<string | null> {
    const reserved = await this.slots.of(order);
    return reserved && this.receipt(order.orderId, reserved);
  }

  async of(order: SlotHolder): Promise<Pick<SlotProof, 'receipt' | 'proof'>> {
    const reserved = await this.slots.of(order);
    if (!reserved) return { receipt: null, proof: null };
    const [receipt, proof] = await Promise.all([
      this.receipt(order.orderId, reserved),
      this.seals.proofOf(reserved.position),
    ]);
    return { receipt, proof };
  }

  /** A key missing from the vault fails readiness, but blocks no mail. */
  private async receipt(orderId: string, reserved: Reserved): Promise<string | null> {
    try {
      return this.signed(await this.keys.current(workerMetadata('seals')), orderId, reserved);
    } catch (error) {
      if (error instanceof StaleVault) return null;
      throw error;
    }
  }

  /** A compact JWS with EdDSA (RFC 7515, RFC 8037); it is deterministic for the same key. */
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
