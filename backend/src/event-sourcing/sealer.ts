import { randomBytes } from 'node:crypto';
import { boundedCache } from '../stores/bounded-cache.js';
import { isMissing, referencedSecrets } from '../stores/vault/referenced-secret.js';
import type { Vault, VaultEntry } from '../stores/vault/vault.js';
import { Refused } from './decider.js';

type SubjectKey = Buffer | 'erased';

/** AES-256-GCM with one key per subject, bound to stream and event id. */
export class Sealer {
  private readonly cache = boundedCache<SubjectKey>(50_000);
  private readonly listeners = new Set<(subject: string) => void>();
  /** Copies of what the key has opened go before its erasure is recorded. */
  discardCopies: () => Promise<void> = async () => undefined;

  /** `hasEvents`: whether the log has a subject; the key of such a one is never created. */
  constructor(
    private readonly vault: Vault,
    private readonly hasEvents: (subject: string) => Promise<boolean> = async () => false,
  ) {}

  /** A new key is durable before this resolves. @throws StaleVault, Refused 'erased' */
  async keysToSeal(subjects: ReadonlySet<string>): Promise<Map<string, Buffer>> {
    const { keys, absent } = this.remembered(subjects);
    if (absent.length > 0) {
      const found = await this.vault.getMany<string>('subject-key', absent);
      const kept = absent.map(async (subject) => {
        const entry = found.get(subject);
        keys.set(subject, entry === undefined ? await this.make(subject) : this.remember(subject, entry));
      });
      await Promise.all(kept);
    }
    return new Map([...keys].map(([subject, key]) => [subject, usable(key)]));
  }

  /** @throws StaleVault when a key is neither in the vault nor erased */
  async keysToOpen(subjects: Iterable<string>): Promise<Map<string, SubjectKey>> {
    const { keys, absent } = this.remembered(subjects);
    const found = await referencedSecrets<string>(this.vault, 'subject-key', absent);
    for (const [subject, entry] of found) keys.set(subject, this.remember(subject, entry));
    return keys;
  }

  async erase(subject: string): Promise<void> {
    await this.vault.erase('subject-key', subject);
    this.forget(subject);
    if (await this.hasEvents(subject)) await this.discardCopies();
  }

  /** Another process may have erased the subject, so its cached key must not be used. */
  forget(subject: string): void {
    this.cache.set(subject, 'erased');
    for (const listener of this.listeners) listener(subject);
  }

  /** For whoever holds clear text: it is dropped before the erasure is recorded. */
  onErased(listener: (subject: string) => void): void {
    this.listeners.add(listener);
  }

  private remembered(subjects: Iterable<string>): { keys: Map<string, SubjectKey>; absent: string[] } {
    const keys = new Map<string, SubjectKey>();
    const absent: string[] = [];
    for (const subject of subjects) {
      const cached = this.cache.get(subject);
      if (cached === undefined) absent.push(subject);
      else keys.set(subject, cached);
    }
    return { keys, absent };
  }

  private remember(subject: string, entry: VaultEntry<string> | 'erased'): SubjectKey {
    // The key may be erased while the vault is read.
    if (this.cache.get(subject) === 'erased') return 'erased';
    const key = entry === 'erased' ? entry : Buffer.from(entry.value, 'base64url');
    this.cache.set(subject, key);
    return key;
  }

  private async make(subject: string): Promise<SubjectKey> {
    const made = randomBytes(32).toString('base64url');
    // Another process may create and use the key meanwhile; a subject that the log knows already has one.
    const isNew = !(await this.hasEvents(subject)) && (await this.vault.put('subject-key', subject, made));
    if (isNew) return this.remember(subject, { value: made, createdAt: Date.now() });
    const entry = await this.vault.get<string>('subject-key', subject);
    if (entry === undefined) throw isMissing(this.vault, 'subject-key', subject);
    return this.remember(subject, entry);
  }
}

function usable(key: SubjectKey): Buffer {
  if (key === 'erased') throw new Refused('erased', 'gone', 'This person asked to be forgotten.');
  return key;
}
