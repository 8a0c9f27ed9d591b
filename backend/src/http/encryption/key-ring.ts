import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWK_EC_Private,
} from 'jose';
import { keptIn, type Vault } from '../../stores/vault/vault.js';

export const ALGORITHMS = { alg: 'ECDH-ES+A256KW', enc: 'A256GCM' } as const;
/** ms; a key is offered for one period and read for one more */
const PERIOD = 24 * 3_600_000;

interface KeyRecord {
  kid: string;
  privateJwk: JWK_EC_Private;
}
export interface BrowserKey {
  kid: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

const periodOf = (now: number): number => Math.floor(now / PERIOD);

async function imported({ kid, privateJwk }: KeyRecord): Promise<BrowserKey> {
  const privateKey = await importJWK({ ...privateJwk, kty: 'EC' }, ALGORITHMS.alg);
  if (privateKey instanceof Uint8Array) throw new Error(`browser key ${kid} is no EC key`);
  const { crv, x, y } = privateJwk;
  return { kid, privateKey, publicJwk: { kty: 'EC', crv, x, y, kid, use: 'enc', alg: ALGORITHMS.alg } };
}

/** EC P-256 keys, one per UTC day. The vault stores them by day, so that all processes share them. */
export class KeyRing {
  private newest: { period: number; key: Promise<BrowserKey> } | undefined;
  private readonly loaded = new Map<number, BrowserKey>();

  constructor(private readonly vault: Vault) {}

  async keys(now: number): Promise<BrowserKey[]> {
    const period = periodOf(now);
    const [newest, previous] = await Promise.all([this.current(period), this.load(period - 1)]);
    return previous ? [newest, previous] : [newest];
  }

  async find(kid: string, now: number): Promise<BrowserKey | undefined> {
    const period = periodOf(now);
    const its = Number(/^(\d{1,9})\./.exec(kid)?.[1]);
    // Another process's clock may pass midnight first.
    if (!(its >= period - 1 && its <= period + 1)) return undefined;
    const key = await this.load(its);
    return key?.kid === kid ? key : undefined;
  }

  private current(period: number): Promise<BrowserKey> {
    if (this.newest?.period === period) return this.newest.key;
    const key = this.loadOrMake(period);
    this.newest = { period, key };
    key.catch(() => {
      if (this.newest?.key === key) this.newest = undefined;
    });
    return key;
  }

  private async load(period: number): Promise<BrowserKey | undefined> {
    const loaded = this.loaded.get(period);
    if (loaded) return loaded;
    const kept = keptIn(await this.vault.get<KeyRecord>('browser-key', String(period)));
    if (!kept) return undefined;
    const key = await imported(kept);
    this.loaded.set(period, key);
    this.loaded.delete(period - 2);
    return key;
  }

  private async loadOrMake(period: number): Promise<BrowserKey> {
    const found = await this.load(period);
    if (found) return found;
    const { privateKey } = await generateKeyPair(ALGORITHMS.alg, { crv: 'P-256', extractable: true });
    const { crv, x, y, d } = await exportJWK(privateKey);
    if (!crv || !x || !y || !d) throw new Error('no EC key was made');
    const privateJwk = { kty: 'EC', crv, x, y, d };
    const record: KeyRecord = { kid: `${period}.${await calculateJwkThumbprint(privateJwk)}`, privateJwk };
    // Another process may store its key first, which this process then uses.
    await this.vault.put('browser-key', String(period), record, { expiresAt: (period + 2) * PERIOD });
    const key = await this.load(period);
    if (!key) throw new Error(`browser key of period ${period} was erased`);
    return key;
  }
}
