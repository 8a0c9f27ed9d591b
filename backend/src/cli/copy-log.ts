import { verifyLog } from '../audit/verify.js';
import { ConfigError } from '../config/config.js';
import { readInstallation } from '../event-sourcing/installation.js';
import { EVENT_SCHEMA } from '../server/event-schema.js';
import type { EventLog, RecordedEvent, StoredEvent } from '../stores/event-log/event-log.js';
import { isOurStream } from '../stores/event-log/stream-integrity.js';
import type { LmdbVault } from '../stores/vault/lmdb-vault.js';
import { keptIn, VAULT_KINDS, type Vault } from '../stores/vault/vault.js';

export interface CopySource {
  log: EventLog;
  vault: LmdbVault;
}
export interface CopyTarget {
  log: EventLog;
  vault: Vault;
}

/** events per append; well below any server's limit of bytes */
const BATCH = 100;
const PROGRESS_EVERY = 5_000;

/** Copies vault, then log, of a stopped installation; it can run again. @throws ConfigError, UnknownFormat */
export async function copyInstallation(
  from: CopySource,
  to: CopyTarget,
  say: (text: string) => void,
): Promise<{ events: number; streams: number }> {
  await Promise.all([readInstallation(from.log), readInstallation(to.log)]);
  const [ours, theirs] = await Promise.all([firstOf(from.log), firstOf(to.log)]);
  if (theirs) {
    if (!ours) throw new ConfigError('the log in DATA_DIR is empty and EVENTSTORE_URL is not');
    assertSame(ours, theirs);
  }
  say(`${await copyVault(from.vault, to.vault)} vault records are there`);
  await copyLog(from.log, to.log, say);
  const { events, streams, broken } = await verifyLog(to.log.readAll(), EVENT_SCHEMA);
  const [first] = broken;
  if (first)
    throw new ConfigError(`the copy is broken at ${first.stream} revision ${first.revision}: ${first.problem}`);
  say(`${events} events in ${streams} streams: every chain holds.`);
  return { events, streams };
}

async function firstOf(log: EventLog): Promise<RecordedEvent | undefined> {
  for await (const event of inOurStreams(log)) return event;
  return undefined;
}

async function copyVault(from: LmdbVault, to: Vault): Promise<number> {
  let count = 0;
  for (const kind of VAULT_KINDS) {
    for await (const id of from.erased(kind)) {
      await to.erase(kind, id);
      count += 1;
    }
    for await (const { id, expiresAt } of from.list(kind)) {
      const value = keptIn(await from.get(kind, id));
      if (value === undefined) continue;
      const isNew = await to.put(kind, id, value, expiresAt === undefined ? {} : { expiresAt });
      if (!isNew) await compare(to, kind, id, value);
      count += 1;
    }
  }
  return count;
}

async function compare(to: Vault, kind: (typeof VAULT_KINDS)[number], id: string, value: unknown): Promise<void> {
  const isSame = JSON.stringify(keptIn(await to.get(kind, id))) === JSON.stringify(value);
  if (!isSame) throw new ConfigError(`MONGODB_URL holds another installation: ${kind} ${id} differs`);
}

async function copyLog(from: EventLog, to: EventLog, say: (text: string) => void): Promise<void> {
  const head = await from.head();
  const there = inOurStreams(to)[Symbol.asyncIterator]();
  let [batch, copied, compared]: [RecordedEvent[], number, boolean] = [[], 0, true];
  const flush = async () => {
    const [first] = batch;
    if (first) await to.append(first.stream, first.revision - 1, batch.map(stored));
    batch = [];
  };
  for await (const event of inOurStreams(from)) {
    const counterpart = compared ? await there.next() : undefined;
    if (counterpart && !counterpart.done) assertSame(event, counterpart.value);
    else {
      compared = false;
      if (batch.length >= BATCH || (batch[0] && batch[0].stream !== event.stream)) await flush();
      batch.push(event);
    }
    copied += 1;
    if (copied % PROGRESS_EVERY === 0) say(`${copied} of ${head} events`);
  }
  await flush();
  if (compared && !(await there.next()).done) throw new ConfigError('EVENTSTORE_URL holds more than this log');
}

async function* inOurStreams(log: EventLog): AsyncGenerator<RecordedEvent> {
  for await (const event of log.readAll()) if (isOurStream(event.stream)) yield event;
}

function assertSame(ours: RecordedEvent, theirs: RecordedEvent): void {
  if (ours.id === theirs.id && ours.stream === theirs.stream && ours.revision === theirs.revision) return;
  throw new ConfigError(
    `EVENTSTORE_URL holds another log: ${theirs.stream} revision ${theirs.revision} is not of this one`,
  );
}

function stored({ id, type, data, metadata }: RecordedEvent): StoredEvent {
  return { id, type, data, metadata };
}
