import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWK_EC_Private,
} from 'jose';
import { keptIn, type Vault, type VaultKind } from '../../stores/vault/vault.js';

export const ALGORITHMS = { alg: 'ECDH-ES+A256KW', enc: 'A256GCM' } as const;

export interface KeyRingOptions {
  /** of its vault records */
  kind: VaultKind;
  use: 'enc' | 'sig';
  alg: string;
  /** ms; a key is used for one period and known for one more */
  period: number;
  /** ms for which a key is offered before it is used */
  lead: number;
}

interface KeyRecord {
  kid: string;
  privateJwk: JWK_EC_Private;
}
export interface RingKey {
  kid: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

/** EC P-256 keys, one per period. The vault stores them by period, so that all processes share them. */
export class KeyRing {
  private newest: { period: number; key: Promise<RingKey> } | undefined;
  private readonly loaded = new Map<number, RingKey>();

  constructor(
    private readonly vault: Vault,
    private readonly options: KeyRingOptions,
  ) {}

  /** The one to use first. */
  async keys(now: number): Promise<RingKey[]> {
    const period = this.periodOf(now);
    const isNextDue = this.periodOf(now + this.options.lead) > period;
    const [newest, previous, next] = await Promise.all([
      this.current(period),
      this.load(period - 1),
      isNextDue ? this.loadOrMake(period + 1) : undefined,
    ]);
    return [newest, previous, next].filter((key) => key !== undefined);
  }

  /** The one to use, without a look into the vault once it is known. */
  inUse(now: number): Promise<RingKey> {
    return this.current(this.periodOf(now));
  }

  async find(kid: string, now: number): Promise<RingKey | undefined> {
    const period = this.periodOf(now);
    const its = Number(/^(\d{1,9})\./.exec(kid)?.[1]);
    // Another process's clock may pass midnight first.
    if (!(its >= period - 1 && its <= period + 1)) return undefined;
    const key = await this.load(its);
    return key?.kid === kid ? key : undefined;
  }

  private current(period: number): Promise<RingKey> {
    if (this.newest?.period === period) return this.newest.key;
    const key = this.loadOrMake(period);
    this.newest = { period, key };
    key.catch(() => {
      if (this.newest?.key === key) this.newest = undefined;
    });
    return key;
  }

  private async load(period: number): Promise<RingKey | undefined> {
    const loaded = this.loaded.get(period);
    if (loaded) return loaded;
    const kept = keptIn(await this.vault.get<KeyRecord>(this.options.kind, String(period)));
    if (!kept) return undefined;
    const key = await this.imported(kept);
    this.loaded.set(period, key);
    this.loaded.delete(period - 2);
    return key;
  }

  private async loadOrMake(period: number): Promise<RingKey> {
    const found = await this.load(period);
    if (found) return found;
    const { kind, alg, period: lasts } = this.options;
    const { privateKey } = await generateKeyPair(alg, { crv: 'P-256', extractable: true });
    const { crv, x, y, d } = await exportJWK(privateKey);
    if (!crv || !x || !y || !d) throw new Error('no EC key was made');
    const privateJwk = { kty: 'EC', crv, x, y, d };
    const record: KeyRecord = { kid: `${period}.${await calculateJwkThumbprint(privateJwk)}`, privateJwk };
    // Another process may store its key first, which this process then uses.
    await this.vault.put(kind, String(period), record, { expiresAt: (period + 2) * lasts });
    const key = await this.load(period);
    if (!key) throw new Error(`${kind} of period ${period} was erased`);
    return key;
  }

  private async imported({ kid, privateJwk }: KeyRecord): Promise<RingKey> {
    const { use, alg, kind } = this.options;
    const privateKey = await importJWK({ ...privateJwk, kty: 'EC' }, alg);
    if (privateKey instanceof Uint8Array) throw new Error(`${kind} ${kid} is no EC key`);
    const { crv, x, y } = privateJwk;
    return { kid, privateKey, publicJwk: { kty: 'EC', crv, x, y, kid, use, alg } };
  }

  private periodOf(now: number): number {
    return Math.floor(now / this.options.period);
  }
}
