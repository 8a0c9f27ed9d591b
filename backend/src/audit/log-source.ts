import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AskedOnce, askOnce } from '../platform/calls/ask-once.js';
import { DirectoryInUse, openDataDirectory } from '../platform/data-directory.js';
import { UnknownFormat } from '../platform/format.js';
import type { EventLog, RecordedEvent } from '../platform/log/event-log.js';
import { readInstallation } from '../platform/log/installation.js';
import { openEnvironment } from '../platform/log/lmdb-environment.js';
import { openLmdbEventLog } from '../platform/log/lmdb-event-log.js';
import { EventsUnreadable, LmdbLogStore, type UnreadableEvents } from '../platform/log/lmdb-log-store.js';
import { atMost } from '../platform/log/reading.js';
import { assertLogWhole } from '../platform/store-files.js';

/** The log as a tool reads it: from the data directory, from EventStoreDB, or from a server of ours. */
export interface LogSource {
  all(): AsyncIterable<RecordedEvent>;
  /** all of it as well, and what cannot be read in its place, where the source can tell */
  readable?(): Iterable<RecordedEvent | UnreadableEvents>;
  stream(name: string): AsyncIterable<RecordedEvent>;
  /** a stream's first event, where the source reads it in one small call */
  first?(name: string): Promise<RecordedEvent | undefined>;
  close(): Promise<void>;
}

/** The log of a process that has it open. */
export function sourceIn(log: EventLog): Pick<LogSource, 'all' | 'stream'> & Required<Pick<LogSource, 'first'>> {
  const first = async (name: string) => (await atMost(log.readStream(name, { limit: 1 }), 1))[0];
  return { all: () => log.readAll(), stream: (name) => log.readStream(name), first };
}

/** What a person is told in words; anything else is a bug. */
export class AuditError extends Error {}

/** Opens the log of a stopped server. @throws AuditError when there is none, or a server holds it */
export async function openDirectorySource(dataDir: string, say: (text: string) => void): Promise<LogSource> {
  if (!existsSync(join(dataDir, 'log'))) throw new AuditError(`There is no event log in ${dataDir}. Set DATA_DIR.`);
  const directory = await openDataDirectory(dataDir, { onProgress: say }).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUse)) throw new AuditError(messageOf(error), { cause: error });
    throw new AuditError(`A server is using ${dataDir}. Stop it, or read from it: --url http://localhost:3000`);
  });
  try {
    await assertLogWhole(directory.path('.')).catch((error: unknown) => {
      throw new AuditError(messageOf(error), { cause: error });
    });
    const environment = openEnvironment(directory.path('log'));
    const log = await openLmdbEventLog(directory.path('log'), environment);
    const store = new LmdbLogStore(environment);
    const close = async () => {
      await log.close();
      await directory.release();
    };
    await assertReadable(log, close);
    return { ...sourceIn(log), readable: () => store.allReadable(), close };
  } catch (error) {
    await directory.release();
    throw error;
  }
}

/** Opens the log in EventStoreDB, whether servers run on it or not. @throws AuditError naming EVENTSTORE_URL */
export async function openEventStoreSource(url: string): Promise<LogSource> {
  // Its driver takes a while to load, and servers on embedded stores load this file too.
  const { openEventStoreLog } = await import('../platform/log/eventstore-opening.js');
  const log = await openEventStoreLog(url).catch((error: unknown) => {
    throw new AuditError(messageOf(error), { cause: error });
  });
  await assertReadable(log, () => log.close());
  return { ...sourceIn(log), close: () => log.close() };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** @throws AuditError when a newer program has written to the log */
async function assertReadable(log: EventLog, close: () => Promise<void>): Promise<void> {
  try {
    await readInstallation(log);
  } catch (error) {
    await close();
    const isToldInWords = error instanceof UnknownFormat || error instanceof EventsUnreadable;
    throw isToldInWords ? new AuditError(error.message) : error;
  }
}

const PAGE = 10_000;

/** Signs in as an admin or auditor; the headers of what is asked afterwards. @throws AuditError */
export async function signIn(url: string, email: string, password: string): Promise<Record<string, string>> {
  const answer = await askServer(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = JSON.parse(answer) as { token: string };
  return { authorization: `Bearer ${token}` };
}

/** Reads GET /api/admin/events of a running server, signed in as an admin or auditor. @throws AuditError */
export async function openServerSource(url: string, email: string, password: string): Promise<LogSource> {
  const headers = await signIn(url, email, password);
  async function* pages(stream?: string): AsyncGenerator<RecordedEvent> {
    let [after, count] = [0, PAGE];
    while (count === PAGE) {
      const named = stream ? `&stream=${encodeURIComponent(stream)}` : '';
      const page = await askServer(`${url}/api/admin/events?after=${after}&limit=${PAGE}${named}`, { headers });
      const lines = page.split('\n').filter((line) => line !== '');
      for (const line of lines) {
        const event = JSON.parse(line) as RecordedEvent;
        after = event.position;
        yield event;
      }
      count = lines.length;
    }
  }
  return { all: () => pages(), stream: (name) => pages(name), close: async () => undefined };
}

/** @throws AuditError naming what the server refused */
export async function askServer(url: string, asked: AskedOnce): Promise<string> {
  const { ok, status, text } = await askOnce(url, asked).catch((error: unknown) => {
    throw new AuditError(`${url} cannot be reached.`, { cause: error });
  });
  if (ok) return text;
  throw new AuditError(`${url} answered ${status}: ${reasonIn(text) ?? 'no reason given'}`);
}

/** What a server of ours refuses with, in its words; undefined: it says nothing of the kind. */
function reasonIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: string }).error;
  } catch {
    return undefined;
  }
}
