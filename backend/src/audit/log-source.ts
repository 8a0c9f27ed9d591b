import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/config.js';
import { readInstallation } from '../event-sourcing/installation.js';
import { askOnce, type RequestOptions } from '../http/outgoing/ask-once.js';
import { DirectoryInUse, openDataDirectory } from '../stores/data-directory.js';
import type { EventLog, RecordedEvent } from '../stores/event-log/event-log.js';
import { openEnvironment } from '../stores/event-log/lmdb-environment.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { LmdbLogStore, type UnreadableEvents } from '../stores/event-log/lmdb-log-store.js';
import { assertLogWhole } from '../stores/store-files.js';

export type ReadableLog = Pick<EventLog, 'readAll' | 'readStream'> & Partial<Pick<EventLog, 'wasCut'>>;

export interface LogSource {
  log: ReadableLog;
  opened?: EventLog;
  readable?(): Iterable<RecordedEvent | UnreadableEvents>;
  close(): Promise<void>;
}

/** Opens the log of a stopped server. @throws ConfigError if there is none, or a server is using it */
export async function openDirectorySource(dataDir: string, say: (text: string) => void): Promise<LogSource> {
  if (!existsSync(join(dataDir, 'log'))) throw new ConfigError(`There is no event log in ${dataDir}. Set DATA_DIR.`);
  const directory = await openDataDirectory(dataDir, { onProgress: say }).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUse)) throw error;
    throw new ConfigError(`A server is using ${dataDir}. Stop it, or read from it: --url http://localhost:3000`);
  });
  try {
    await assertLogWhole(directory.path('.'));
    const environment = openEnvironment(directory.path('log'));
    const log = await openLmdbEventLog(directory.path('log'), environment);
    const store = new LmdbLogStore(environment);
    const close = async () => {
      await log.close();
      await directory.release();
    };
    await assertReadable(log, close);
    return { log, opened: log, readable: () => store.allReadable(), close };
  } catch (error) {
    await directory.release();
    throw error;
  }
}

/** Opens the log in EventStoreDB, even while servers use it. @throws ConfigError naming EVENTSTORE_URL */
export async function openEventStoreSource(url: string): Promise<LogSource> {
  // The driver loads slowly, and servers with embedded stores load this file too.
  const { openEventStoreLog } = await import('../stores/event-log/eventstore-opening.js');
  const log = await openEventStoreLog(url);
  await assertReadable(log, () => log.close());
  return { log, opened: log, close: () => log.close() };
}

/** @throws if a newer program has written to the log */
async function assertReadable(log: EventLog, close: () => Promise<void>): Promise<void> {
  try {
    await readInstallation(log);
  } catch (error) {
    await close();
    throw error;
  }
}

const PAGE = 10_000;

/** Signs in as an admin or auditor and returns the headers for later requests. @throws ConfigError */
export async function signIn(url: string, email: string, password: string): Promise<Record<string, string>> {
  const answer = await askServer(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = JSON.parse(answer) as { token: string };
  return { authorization: `Bearer ${token}` };
}

/** Reads GET /api/admin/events of a running server as an admin or auditor. @throws ConfigError */
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
  const log = { readAll: () => pages(), readStream: (name: string) => pages(name) };
  return { log, close: async () => undefined };
}

/** @throws ConfigError with the server's refusal */
export async function askServer(url: string, request: RequestOptions): Promise<string> {
  const { ok, status, text } = await askOnce(url, request).catch((error: unknown) => {
    throw new ConfigError(`${url} cannot be reached.`, { cause: error });
  });
  if (ok) return text;
  throw new ConfigError(`${url} answered ${status}: ${reasonIn(text) ?? 'no reason given'}`);
}

function reasonIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: string }).error;
  } catch {
    return undefined;
  }
}
