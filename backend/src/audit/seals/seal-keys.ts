import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sealText } from '@supreme-access/contract/seals.js';
import { InjectVault } from '../../config/tokens.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { sha256 } from '../../event-sourcing/ids.js';
import { type Repeatable, RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { referencedSecret } from '../../stores/vault/referenced-secret.js';
import { keptIn, type Vault } from '../../stores/vault/vault.js';
import { NameSealKey, SEALS, type Seal, type SealKey, sealing } from './seal.js';

export interface Signer extends SealKey {
  /** Ed25519 over UTF-8, base64url */
  sign(text: string): string;
}

export interface Replaced extends SealKey {
  /** false for a duplicate of the request */
  isNew: boolean;
  after: string | null;
}

interface NewKey {
  jwk: JsonWebKey;
  after: string | null;
}

const nameOf = (keyId: string): string => `seal-key-${keyId}`;

/** The vault holds the private key; the log holds the public key, so old seals stay verifiable without the vault. */
@Injectable()
export class SealKeys {
  private signer: Signer | null = null;

  constructor(
    private readonly commands: Commands,
    @InjectVault() private readonly vault: Vault,
    private readonly repeats: RepeatedSecrets,
  ) {}

  /** Returns the newest key in the log, or null. @throws StaleVault if the vault lacks it */
  async newest(): Promise<Signer | null> {
    const { keys } = await this.commands.cached(sealing, SEALS);
    const named = keys.at(-1);
    if (named === undefined) return null;
    if (this.signer?.keyId !== named.keyId) this.signer = await this.load(named);
    return this.signer;
  }

  async current(metadata: CommandMetadata): Promise<Signer> {
    for (;;) {
      const newest = await this.newest();
      if (newest) return newest;
      await this.makeFirst(metadata);
    }
  }

  /** Returns null if the vault has lost the key. */
  async signerOf(keyId: string): Promise<Signer | null> {
    if (this.signer?.keyId === keyId) return this.signer;
    const { keys } = await this.commands.state(sealing, SEALS);
    const named = keys.find((key) => key.keyId === keyId);
    const jwk = keptIn(await this.vault.get<JsonWebKey>('secret', nameOf(keyId)));
    return named && jwk ? signerWith(named, jwk) : null;
  }

  /** Creates a new key for later seals; duplicates of a request get the same key. @throws Refused 'sealed-meanwhile' */
  async replace(context: Repeatable): Promise<Replaced> {
    const { metadata } = context;
    let isNew = false;
    const { jwk, after } = await this.repeats.once<NewKey>(context, {
      purpose: 'seal-key',
      target: SEALS,
      isDone: () => this.commands.isDone(sealing, SEALS, metadata),
      make: async () => ({ jwk: newKey(), after: await this.newestId() }),
      does: async (made) => {
        isNew = await this.name(made, metadata);
      },
      isValid: async (made) => (await this.newestId()) === keyOf(made.jwk).keyId,
    });
    // A lost key is marked erased, so that the vault stops reporting it as missing.
    const isLost = after !== null && (await this.vault.get('secret', nameOf(after))) === undefined;
    if (isLost) await this.vault.erase('secret', nameOf(after));
    return { ...keyOf(jwk), isNew, after };
  }

  /** Whether the vault's key made the seal: a log that was written anew names others. A key that was given up cannot say. */
  async didSign({ signature, ...seal }: Seal): Promise<boolean> {
    const entry = await this.vault.get<JsonWebKey>('secret', nameOf(seal.keyId));
    if (entry === 'erased') return true;
    // Ed25519 signs a text in one way only (RFC 8032, 5.1.6).
    return entry !== undefined && signatureOf(sealText(seal), privateKey(entry.value)) === signature;
  }

  private async newestId(): Promise<string | null> {
    const { keys } = await this.commands.state(sealing, SEALS);
    return keys.at(-1)?.keyId ?? null;
  }

  /** If several processes create the first key, the first append wins. */
  private async makeFirst(metadata: CommandMetadata): Promise<void> {
    try {
      await this.name({ jwk: newKey(), after: null }, derivedMetadata(metadata));
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'sealed-meanwhile')) throw error;
      await this.commands.state(sealing, SEALS);
    }
  }

  /** It writes the record before the event: a crash in between leaves an unused record. False: a duplicate. */
  private async name({ jwk, after }: NewKey, metadata: CommandMetadata): Promise<boolean> {
    const key = keyOf(jwk);
    await this.vault.put('secret', nameOf(key.keyId), jwk);
    const { events } = await this.commands.execute(sealing, new NameSealKey(SEALS, { ...key, after }, metadata));
    return events.length > 0;
  }

  private async load(named: SealKey): Promise<Signer> {
    const entry = await referencedSecret<JsonWebKey>(this.vault, 'secret', nameOf(named.keyId));
    if (entry === 'erased') throw new Error(`seal key ${named.keyId} was given up, and is the newest`);
    const signer = signerWith(named, entry.value);
    if (signer === null) throw new Error(`the vault's seal key ${named.keyId} is another one`);
    return signer;
  }
}

/** The PKCS #8 prefix of a 32-byte Ed25519 key. Source: RFC 8410, section 7 */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function newKey(): JsonWebKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, randomBytes(32)]), format: 'der', type: 'pkcs8' });
  return key.export({ format: 'jwk' });
}

function keyOf({ x: publicKey = '' }: JsonWebKey): SealKey {
  return { keyId: sha256(Buffer.from(publicKey, 'base64url')).slice(0, 16), publicKey };
}

function signerWith(named: SealKey, jwk: JsonWebKey): Signer | null {
  const key = privateKey(jwk);
  if (createPublicKey(key).export({ format: 'jwk' }).x !== named.publicKey) return null;
  return { ...named, sign: (text) => signatureOf(text, key) };
}

function privateKey(jwk: JsonWebKey): KeyObject {
  return createPrivateKey({ key: jwk, format: 'jwk' });
}

function signatureOf(text: string, key: KeyObject): string {
  return sign(null, Buffer.from(text), key).toString('base64url');
}
