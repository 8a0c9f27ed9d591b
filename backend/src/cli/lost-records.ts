import { type SecondFactorEvent, secondFactor } from '../customers/access/second-factor.js';
import { FAREWELL_WITHIN, VERIFY_WITHIN } from '../customers/accounts/account-link.js';
import { sourceOfCode } from '../customers/profiles/card-vault.js';
import { ours } from '../event-sourcing/ours.js';
import { LINK_MOMENT } from '../mail/mailed-links.js';
import { TOKEN_LIFE } from '../orders/checkout-secrets.js';
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
  ['tokenRecord', 'payment-token'],
  ['keyRecord', 'retailer-key'],
];
const EXPIRING: readonly VaultKind[] = ['link', 'payment-token'];
const PROOF: typeof FIELDS = [['record', 'proof']];
/** ms that a record lives whose event does not say until when */
const LINK_LIVES: Readonly<Record<string, number>> = {
  VerificationRequested: VERIFY_WITHIN,
  ErasureRequested: FAREWELL_WITHIN,
  PaymentTokenMade: TOKEN_LIFE,
};
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
  const living = named.living();
  for (const kind of new Set(living.map((one) => one.kind))) {
    const own = living.filter((one) => one.kind === kind);
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
  private readonly records = new Map<string, LostRecord>();
  private readonly codes = new Map<string, typeof secondFactor.initial>();
  private readonly proofs = new Map<unknown, string>();
  private readonly byStream = new Map<string, Set<string>>();

  constructor(private readonly now: number) {}

  add(event: RecordedEvent): void {
    const { type, data, stream, metadata } = event;
    const { subject } = metadata;
    if ('personal' in data && subject !== undefined && !this.subjects.has(subject))
      this.subjects.set(subject, 'living');
    this.letGo(event);
    if (stream.startsWith('totp-')) this.fold(event);
    for (const [field, kind] of type === 'ProofReceived' ? PROOF : FIELDS) {
      // `left` holds the undo link of an email change.
      const record = data[field] ?? (data.left as typeof data | null | undefined)?.[field];
      if (typeof record !== 'string' || record === '' || (EXPIRING.includes(kind) && isExpired(event, this.now)))
        continue;
      const holder = type === 'SlotReserved' ? `order-${String(data.orderId)}` : stream;
      const key = `${kind}/${record}`;
      if (this.records.get(key)?.stream.startsWith('profile-')) continue;
      if (kind === 'proof') this.proofs.set(data.proofId, key);
      this.records.set(key, { kind, record, stream: holder });
      this.byStream.set(holder, (this.byStream.get(holder) ?? new Set()).add(key));
    }
  }

  living(): LostRecord[] {
    const codes = [...this.codes].flatMap(([stream, { on }]) =>
      [on?.record, on?.recovery].flatMap((record) => (record ? [{ kind: 'totp', record, stream } as const] : [])),
    );
    return [...this.records.values(), ...codes];
  }

  private fold(event: RecordedEvent): void {
    const state = this.codes.get(event.stream) ?? secondFactor.initial;
    this.codes.set(event.stream, secondFactor.evolve(state, event as unknown as SecondFactorEvent));
  }

  private letGo({ type, data, stream }: RecordedEvent): void {
    if (type === 'SecretForgotten') {
      const { kind, record } = data.secret as { kind: VaultKind; record: string };
      this.records.delete(`${kind}/${record}`);
    } else if (type === 'SecurityCodeGiven') this.records.delete(`code/${String(data.replaces)}`);
    else if (type === 'ProofForgotten') this.records.delete(this.proofs.get(data.proofId) ?? '');
    else if (type === 'RetailerConfigured') this.drop(stream, 'retailer-key');
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

function isExpired({ type, data, metadata }: RecordedEvent, now: number): boolean {
  const { until } = (data.left ?? data) as { until?: number };
  const expiresAt = until ?? data.expiresAt ?? metadata.recordedAt + (LINK_LIVES[type] ?? 0);
  // The record may precede its event.
  return Number(expiresAt) - LINK_MOMENT <= now;
}

async function absent(vault: Vault, kind: VaultKind, ids: readonly string[]): Promise<string[]> {
  const lost: string[] = [];
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = ids.slice(from, from + PAGE);
    const there = await vault.has(kind, page);
    const rest = page.filter((id) => !there.has(id));
    // Before an order has its own copy of a code, the record is its profile's.
    const sourceOf = (id: string) => (kind === 'code' ? sourceOfCode(id) : id);
    const kept = await vault.getMany(kind, [...rest, ...rest.map(sourceOf)]);
    lost.push(...rest.filter((id) => !kept.has(id) && !kept.has(sourceOf(id))));
  }
  return lost;
}
