import { ours } from '../event-sourcing/ours.js';
import type { EventLog, RecordedEvent } from '../stores/event-log/event-log.js';
import type { Vault, VaultKind } from '../stores/vault/vault.js';

export interface LostRecord {
  kind: VaultKind;
  record: string;
  stream: string;
}
export interface Lost {
  /** people without a key whose erasure the log lacks: account-{id}, guest-{orderId}, invitation-{id} */
  subjects: string[];
  /** keys that are neither present nor erased, including those of erased people */
  absentKeys: string[];
  records: LostRecord[];
}

const FIELDS: readonly (readonly [field: string, kind: VaultKind])[] = [
  ['cardRecord', 'card'],
  ['codeRecord', 'code'],
  ['passwordRecord', 'password'],
  ['linkRecord', 'link'],
];
/** ms; the longest life of a mailed link: an older one has expired */
const LINK_LIFE = 7 * 24 * 3_600_000;
const CODE_DONE = ['CheckoutSucceeded', 'CheckoutRefused', 'OrderClosed', 'OrderWithdrawn'];
const PAGE = 500;

/** Finds the people and records that the log names and the vault neither holds nor has erased. */
export async function findLost(log: EventLog, vault: Vault, now: number): Promise<Lost> {
  const named = new NamedInLog(now);
  for await (const event of ours(log.readAll())) named.add(event);
  const people = [...named.subjects.keys()];
  const there = await vault.has('subject-key', people);
  const withoutKey = people.filter((subject) => !there.has(subject));
  const absentKeys = await absent(vault, 'subject-key', withoutKey);
  const subjects = withoutKey.filter((subject) => named.subjects.get(subject) === 'living');
  const records: LostRecord[] = [];
  for (const [, kind] of FIELDS) {
    const own = [...named.records.values()].filter((one) => one.kind === kind);
    const ids = new Set(
      await absent(
        vault,
        kind,
        own.map(({ record }) => record),
      ),
    );
    records.push(...own.filter(({ record }) => ids.has(record)));
  }
  return { subjects, absentKeys, records };
}

class NamedInLog {
  readonly subjects = new Map<string, 'erased' | 'living'>();
  readonly records = new Map<string, LostRecord>();
  private readonly byStream = new Map<string, Set<string>>();

  constructor(private readonly now: number) {}

  add(event: RecordedEvent): void {
    const { type, data, stream, metadata } = event;
    const { subject } = metadata;
    if ('personal' in data && subject !== undefined && !this.subjects.has(subject))
      this.subjects.set(subject, 'living');
    this.letGo(event);
    const isOld = metadata.recordedAt < this.now - LINK_LIFE;
    for (const [field, kind] of FIELDS) {
      // `left` holds the undo link of an email change.
      const record = data[field] ?? (data.left as typeof data | null | undefined)?.[field];
      if (typeof record !== 'string' || record === '' || (kind === 'link' && isOld)) continue;
      const holder = type === 'SlotReserved' ? `order-${String(data.orderId)}` : stream;
      const key = `${kind}/${record}`;
      if (this.records.get(key)?.stream.startsWith('profile-')) continue;
      this.records.set(key, { kind, record, stream: holder });
      this.byStream.set(holder, (this.byStream.get(holder) ?? new Set()).add(key));
    }
  }

  private letGo({ type, data, stream }: RecordedEvent): void {
    if (type === 'SecretForgotten') {
      const { kind, record } = data.secret as { kind: VaultKind; record: string };
      this.records.delete(`${kind}/${record}`);
    } else if (type === 'SecurityCodeGiven') this.records.delete(`code/${String(data.replaces)}`);
    else if (type === 'PasswordChanged') this.drop(stream, 'password');
    else if (CODE_DONE.includes(type)) this.drop(stream, 'code');
    else if (type === 'PersonalDataErased') {
      this.drop(stream);
      // A guest is one order, or a profile without an order; other subjects share the name of their stream.
      const subject = stream.replace(/^(order|profile)-/, 'guest-');
      if (this.subjects.has(subject)) this.subjects.set(subject, 'erased');
    }
  }

  private drop(stream: string, kind?: VaultKind): void {
    for (const key of this.byStream.get(stream) ?? []) {
      const one = this.records.get(key);
      if (one?.stream === stream && (kind === undefined || one.kind === kind)) this.records.delete(key);
    }
  }
}

async function absent(vault: Vault, kind: VaultKind, ids: readonly string[]): Promise<string[]> {
  const lost: string[] = [];
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = ids.slice(from, from + PAGE);
    const there = await vault.has(kind, page);
    const rest = page.filter((id) => !there.has(id));
    const erased = await vault.getMany(kind, rest);
    lost.push(...rest.filter((id) => !erased.has(id)));
  }
  return lost;
}
