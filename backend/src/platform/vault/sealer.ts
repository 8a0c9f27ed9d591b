import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Refused } from '../decider.js';
import type { Vault } from './vault.js';

type SubjectKey = Buffer | 'erased';

/** A subject's key is neither in the vault nor tombstoned: the vault is lost or stale. Must never look like an erasure. */
export class SubjectKeyMissing extends Error {
  constructor(readonly subject: string) {
    super(`the vault knows nothing of ${subject}: it is lost or older than the log`);
  }
}

/** Seals and opens `data.personal` with one AES-256-GCM key per subject, bound to stream and event id. */
export class Sealer {
  private readonly cache = new LRUCache<string, SubjectKey>({ max: 50_000 });

  constructor(private readonly vault: Vault) {}

  /** Keys to write with; a subject's first use makes its key, durable before this resolves. */
  async keysToSeal(subjects: ReadonlySet<string>): Promise<Map<string, Buffer>> {
    const keys = new Map<string, Buffer>();
    const absent: string[] = [];
    for (const subject of subjects) {
      const cached = this.cache.get(subject);
      if (cached === undefined) absent.push(subject);
      else keys.set(subject, usable(cached));
    }
    await Promise.all(absent.map(async (subject) => keys.set(subject, usable(await this.getOrMake(subject)))));
    return keys;
  }

  /** Keys to read with. @throws SubjectKeyMissing */
  async keysToOpen(subjects: Iterable<string>): Promise<Map<string, SubjectKey>> {
    const keys = new Map<string, SubjectKey>();
    const absent: string[] = [];
    for (const subject of subjects) {
      const cached = this.cache.get(subject);
      if (cached === undefined) absent.push(subject);
      else keys.set(subject, cached);
    }
    if (absent.length === 0) return keys;
    const found = await this.vault.getMany<string>('subject-key', absent);
    for (const subject of absent) {
      const entry = found.get(subject);
      if (entry === undefined) throw new SubjectKeyMissing(subject);
      const key = entry === 'erased' ? entry : Buffer.from(entry.value, 'base64url');
      this.cache.set(subject, key);
      keys.set(subject, key);
    }
    return keys;
  }

  /** Forgets a subject for ever; what was sealed for it stays in the log, unreadable. */
  async erase(subject: string): Promise<void> {
    await this.vault.erase('subject-key', subject);
    this.cache.set(subject, 'erased');
  }

  /** Another process may have erased the subject: from now on nobody here uses a key that is remembered. */
  forget(subject: string): void {
    this.cache.set(subject, 'erased');
  }

  private async getOrMake(subject: string): Promise<SubjectKey> {
    const made = randomBytes(32);
    const isNew = await this.vault.put('subject-key', subject, made.toString('base64url'));
    const key = isNew ? made : (await this.keysToOpen([subject])).get(subject);
    if (key === undefined) throw new SubjectKeyMissing(subject);
    this.cache.set(subject, key);
    return key;
  }
}

function usable(key: SubjectKey): Buffer {
  if (key === 'erased') throw new Refused('erased', 'gone', 'This person asked to be forgotten.');
  return key;
}

const IV_BYTES = 12;
let ivs = Buffer.alloc(0);

/** Random bytes, each used once. Asked for by the thousand: one call costs as much as sealing does. */
function nextIv(): Buffer {
  if (ivs.length < IV_BYTES) ivs = randomBytes(IV_BYTES * 1_000);
  const iv = ivs.subarray(0, IV_BYTES);
  ivs = ivs.subarray(IV_BYTES);
  return iv;
}

/** Sealed text: base64url of iv (12 bytes), tag (16 bytes), ciphertext. */
export function seal(key: Buffer, boundTo: string, value: unknown): string {
  const iv = nextIv();
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo));
  const sealed = [cipher.update(JSON.stringify(value), 'utf8'), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
}

export function unseal(key: Buffer, boundTo: string, text: string): unknown {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8'));
}
