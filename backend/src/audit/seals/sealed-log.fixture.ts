import { createPrivateKey, sign } from 'node:crypto';
import { sealText } from '@supreme-access/contract/seals.js';
import { sha256 } from '../../platform/ids.js';
import { chainHash, GENESIS } from '../../platform/log/codec.js';
import type { RecordedEvent } from '../../platform/log/event-log.js';
import { type Known, leafHash, rootOf } from './merkle.js';
import { hashOf, type Seal, type SealKey } from './seal.js';

/** The key pairs of RFC 8032, 7.1, tests 1 and 2. */
const KEYS = {
  ours: {
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  },
  other: {
    x: 'PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw',
    d: 'TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs',
  },
};
export type Whose = keyof typeof KEYS;

export function keyOf(whose: Whose): SealKey {
  const { x } = KEYS[whose];
  return { keyId: sha256(Buffer.from(x, 'base64url')).slice(0, 16), publicKey: x };
}

export function signedBy(whose: Whose, seal: Omit<Seal, 'signature'>): Seal {
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', ...KEYS[whose] }, format: 'jwk' });
  return { ...seal, signature: sign(null, Buffer.from(sealText(seal)), key).toString('base64url') };
}

export function rootOver(events: readonly RecordedEvent[]): string {
  const leaves = events.map(({ metadata }) => leafHash(Buffer.from(metadata.hash, 'base64url')));
  const known: Known = (start, size) => (size === 1 ? leaves[start] : undefined);
  return rootOf(known, leaves.length).toString('base64url');
}

/** A log as it grows, whose positions have gaps; what is `sealed` is an event too. */
export class SealedLog {
  readonly events: RecordedEvent[] = [];
  readonly seals: Seal[] = [];

  add(stream: string, type: string, data: Record<string, unknown> = {}): this {
    const own = this.events.filter((event) => event.stream === stream);
    const index = this.events.length;
    const metadata = {
      schemaVersion: 1,
      commandId: `c-${index}`,
      requestHash: '',
      correlationId: `c-${index}`,
      actor: { kind: 'system', id: 'spec' },
      recordedAt: Date.UTC(2026, 2, 6, 11) + index * 1_000,
      hash: '',
    };
    const event = { id: `e-${index}`, type, data, metadata, stream, revision: own.length, position: 3 * index + 1 };
    metadata.hash = chainHash(own.at(-1)?.metadata.hash ?? GENESIS, stream, event.revision, event);
    this.events.push(event);
    return this;
  }

  sealed(by: Whose = 'ours'): this {
    const last = this.seals.at(-1) ?? null;
    const { keyId } = keyOf(by);
    const seal = signedBy(by, {
      number: (last?.number ?? 0) + 1,
      size: this.events.length,
      position: this.events.at(-1)?.position ?? 0,
      root: rootOver(this.events),
      previous: hashOf(last),
      at: Date.UTC(2026, 2, 6, 12) + this.events.length * 1_000,
      keyId,
    });
    this.seals.push(seal);
    return this.add('log-seals', 'LogSealed', { ...seal });
  }
}

/** Chains made anew over what was done to some events, as whoever can write the store can make them. */
export function chainedAnew(events: readonly RecordedEvent[]): RecordedEvent[] {
  const heads = new Map<string, { revision: number; hash: string }>();
  return events.map((event) => {
    const { stream } = event;
    const head = heads.get(stream) ?? { revision: -1, hash: GENESIS };
    const revision = head.revision + 1;
    const hash = chainHash(head.hash, stream, revision, event);
    heads.set(stream, { revision, hash });
    return { ...event, revision, metadata: { ...event.metadata, hash } };
  });
}

export function linesOf(events: readonly RecordedEvent[]): string[] {
  return events.map(({ position, stream, revision, id, type, data, metadata }) =>
    JSON.stringify({ position, stream, revision, id, type, data, metadata }),
  );
}
