import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  AppendOutcomeUnknown,
  type EventLog,
  NO_STREAM,
  type Position,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../stores/event-log/event-log.js';
import { linkAfter } from '../stores/event-log/stream-integrity.js';
import { isMissing } from '../stores/vault/referenced-secret.js';
import type { Vault } from '../stores/vault/vault.js';
import type { Schema } from './codec.js';
import { unreachable } from './decider.js';
import { ours } from './ours.js';
import { eventAt, lastOf } from './reading.js';
import type { Seen } from './seen-log.js';
import { systemEvent } from './system-event.js';

/** A mark goes into the vault before the log names it; a vault without the newest mark is older than the log. */

export interface Mark {
  mark: string;
  /** ms UTC */
  at: number;
  /** every vault with this mark knows the erasures up to this log position */
  after: Position;
}
export type WatermarkEvent = { type: 'VaultMarked'; data: Mark };

export interface WatermarkState {
  newest: Mark | null;
}

const WATERMARK = 'vault-watermark';
const AGAIN = 250;

export const NO_MARK: WatermarkState = { newest: null };

export function evolveWatermark(state: WatermarkState, event: WatermarkEvent): WatermarkState {
  if (event.type !== 'VaultMarked') return unreachable(event.type);
  return { ...state, newest: event.data };
}

export class VaultOlder extends Error {
  constructor(named: Mark, held: Mark | null) {
    const time = (at: number) => new Date(at).toISOString();
    const is = held === null ? 'this one holds no mark of it' : `this one was last marked at ${time(held.at)}`;
    super(
      `The vault is older than the event log. The log names a vault of ${time(named.at)}; ${is}. Nothing was changed. ` +
        'Stop every process and put the newer vault back (docs/operations.md, "The vault is behind"), or see and accept ' +
        'what is lost: npm run log -- accept-loss',
    );
  }
}

/** @throws VaultOlder when the vault lacks it */
export async function assertNotBehind(log: EventLog, vault: Vault): Promise<Mark | null> {
  // Read the log first: a mark is in the vault before the log names it.
  const named = await newestMark(log);
  if (named === null || (await vault.get('mark', named.mark)) !== undefined) return named;
  throw new VaultOlder(named, await newestHeld(log, vault));
}

export async function newestHeld(log: EventLog, vault: Vault): Promise<Mark | null> {
  const marks: Mark[] = [];
  for await (const event of ours(log.readStream(WATERMARK))) marks.push((event as unknown as WatermarkEvent).data);
  const held = await vault.has(
    'mark',
    marks.map(({ mark }) => mark),
  );
  return marks.findLast(({ mark }) => held.has(mark)) ?? null;
}

/** @throws StaleVault when the vault lacks the previous mark, unless `acceptedSince`: a new mark would hide that */
export async function markVault(
  { log, vault, schema }: { log: EventLog; vault: Vault; schema: Schema },
  acceptedSince?: Position,
): Promise<void> {
  let last = await lastOf(log, WATERMARK);
  const before = markOf(await ownLast(log, last));
  const isHeld = before === null || (await vault.get('mark', before.mark)) !== undefined;
  if (before !== null && !isHeld && acceptedSince === undefined) throw isMissing(vault, 'mark', before.mark);
  const head = await log.head();
  const data = { mark: randomUUID(), at: Date.now(), after: acceptedSince ?? head };
  const seen: Seen = { after: head, event: (await log.at(head))?.id ?? null };
  await vault.put('mark', data.mark, acceptedSince === undefined ? seen : { ...seen, isAccepted: true });
  while (!(await append(log, last, { type: 'VaultMarked', data }, schema))) last = await lastOf(log, WATERMARK, last);
}

export async function newestMark(log: EventLog): Promise<Mark | null> {
  return markOf(await ownLast(log, await lastOf(log, WATERMARK)));
}

async function ownLast(log: EventLog, last: RecordedEvent | undefined): Promise<RecordedEvent | undefined> {
  let own = last;
  while (own?.isForeign) own = await eventAt(log, WATERMARK, own.revision - 1);
  return own;
}

async function append(
  log: EventLog,
  last: RecordedEvent | undefined,
  event: WatermarkEvent,
  schema: Schema,
): Promise<boolean> {
  const own = await ownLast(log, last);
  const before = own && { revision: own.revision, hash: own.metadata.hash };
  const end = last && linkAfter(before, last);
  const stored = systemEvent(WATERMARK, event, end, schema);
  for (;;) {
    try {
      await log.append(WATERMARK, last?.revision ?? NO_STREAM, [stored]);
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false;
      if (!(error instanceof AppendOutcomeUnknown)) throw error;
    }
    await wait(AGAIN);
  }
}

function markOf(event: RecordedEvent | undefined): Mark | null {
  return event ? (event as unknown as WatermarkEvent).data : null;
}
