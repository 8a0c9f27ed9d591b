import { Injectable } from '@nestjs/common';
import type { EndedDrop, EventProof } from '@supreme-access/contract/shapes/drops.js';
import { PROOF_FORMAT } from '@supreme-access/contract/shapes/drops.js';
import { productsProjection } from '../../catalogue/products/products.projection.js';
import { noSuch, Refused } from '../../event-sourcing/decider.js';
import { Reads } from '../../projections/reads.js';
import { boundedCache } from '../../stores/bounded-cache.js';
import { GENESIS } from '../../stores/event-log/hash-chain.js';
import type { Seal } from '../seals/seal.js';
import { Seals } from '../seals/seals.js';
import { DropRecords } from './drop-records.js';

@Injectable()
export class DropProofs {
  /** by position; the first seal after it never changes */
  private readonly sealed = boundedCache<Seal>(1_000);

  constructor(
    private readonly records: DropRecords,
    private readonly seals: Seals,
    private readonly reads: Reads,
  ) {}

  /** @throws Refused 'not-found', 'proof-not-ready' */
  async page(productId: string): Promise<EndedDrop> {
    const [product, event] = await Promise.all([
      this.reads.get(productsProjection, productId),
      this.records.summary(productId),
    ]);
    const isShown = product?.avail && !product.delisted;
    if (!product || (!isShown && !event)) throw noSuch('drop');
    const { productTitle } = product;
    return {
      productId,
      product: isShown ? { productTitle } : null,
      endedAt: event && new Date(event.metadata.recordedAt).toISOString(),
      sums: isShown && event ? event.data.sums : null,
      seal: event && (await this.sealOf(event.position)),
    };
  }

  /** @throws Refused 'not-found', 'not-sealed', 'proof-not-ready' */
  async proof(productId: string): Promise<EventProof> {
    const [product, event] = await Promise.all([
      this.reads.get(productsProjection, productId),
      this.records.summary(productId),
    ]);
    const isHidden = !product?.avail || product.delisted;
    if (!event || (isHidden && event.data.sums !== null)) throw noSuch('drop');
    const sealed = await this.seals.proofOf(event.position);
    if (!sealed) throw new Refused('not-sealed', 'not-found', 'No seal counts this drop yet. Try again within a day.');
    const { seal, ...inclusion } = sealed;
    const { stream, revision, position, id, type, data, metadata } = event;
    return {
      format: PROOF_FORMAT,
      kind: 'drop-summary',
      event: { position, stream, revision, id, type, data: { ...data }, metadata },
      previous: GENESIS,
      inclusion,
      seal,
      ...(await this.consistency(seal)),
      keys: (await this.seals.published(1)).keys,
    };
  }

  /** Anyone may ask often, and finding it reads a whole block of the log. */
  private async sealOf(position: number): Promise<Seal | null> {
    const cached = this.sealed.get(String(position));
    if (cached) return cached;
    const last = await this.seals.last();
    if (!last || last.position < position) return null;
    const index = await this.seals.indexOf(position);
    const seal = index === undefined ? null : await this.seals.over(index);
    if (seal) this.sealed.set(String(position), seal);
    return seal;
  }

  private async consistency(seal: Seal): Promise<Pick<EventProof, 'consistency'>> {
    if ((await this.seals.last())?.number === seal.number) return {};
    const next = await this.seals.one(seal.number + 1);
    return { consistency: { seal: next, path: await this.seals.consistency(seal, next) } };
  }
}
