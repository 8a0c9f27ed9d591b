import { randomUUID } from 'node:crypto';
import type { EventLog, Position } from '../stores/event-log/event-log.js';
import { type Checkpoint, difference, type ExpectedLog, judge } from '../stores/event-log/log-identity.js';
import { keptIn, type Vault } from '../stores/vault/vault.js';
import { observe, type ReadableLog } from './log-watch.js';

export interface Seen {
  after: Position;
  /** null: the log was empty */
  event: string | null;
  /** where the log ended without that event: it counts as older until an operator accepts it */
  endedAt?: Pick<Seen, 'after' | 'event'>;
  isAccepted?: true;
}

export async function rememberSeen(vault: Vault, after: Position, event: string): Promise<void> {
  await put(vault, { after, event });
}

export async function rememberOlder(log: ReadableLog, vault: Vault, { after, event }: Seen): Promise<void> {
  const head = await log.head();
  await put(vault, { after, event, endedAt: { after: head, event: (await log.at(head))?.id ?? null } });
}

export async function rememberLost(
  log: ReadableLog,
  vault: Vault,
  lost: Checkpoint | undefined,
  isShort: boolean,
): Promise<void> {
  if (lost?.event == null) return;
  const seen = { after: lost.position, event: lost.event };
  await (isShort ? rememberOlder(log, vault, seen) : put(vault, seen));
}

function put(vault: Vault, seen: Seen): Promise<unknown> {
  return vault.put('mark', randomUUID(), seen);
}

/** A sentence for operators, or null. Reads all marks. @throws Error when it is another log */
export async function whyLogOlder(
  log: EventLog,
  vault: Vault,
  installation: string,
  lookAgain = async (): Promise<void> => undefined,
): Promise<string | null> {
  for (const mark of await newestFirst(vault)) {
    const seen = keptIn(await vault.get<Seen>('mark', mark.id));
    if (seen === undefined || seen.event === null) return null;
    const { after, event, endedAt } = seen;
    const [expected, was] = [expectedLog(installation, { after, event }), expectedLog(installation, endedAt)];
    let observed = await observe(log, expected);
    if (judge(expected, observed) === 'same') return null;
    if (endedAt && judge(was, await observe(log, was)) === 'same') return sentence(mark.createdAt, seen);
    if (judge(expected, observed) === 'older') {
      await lookAgain();
      observed = await observe(log, expected);
    }
    switch (judge(expected, observed)) {
      case 'same':
        return null;
      case 'older':
        await rememberOlder(log, vault, { after, event });
        return sentence(mark.createdAt, seen);
      case 'replaced':
        throw new Error(anotherLog(difference(expected, observed)));
      case 'undecided':
        if (seen.isAccepted) return null;
    }
  }
  return null;
}

export function anotherLog(why: string): string {
  return (
    `The event log is another one: ${why}. Nothing was changed. Stop every process and put log and vault back that belong together ` +
    '(docs/operations.md, "Restore").'
  );
}

async function newestFirst(vault: Vault): Promise<{ id: string; createdAt: number }[]> {
  const marks: { id: string; createdAt: number }[] = [];
  for await (const mark of vault.list('mark')) marks.push(mark);
  return marks.sort((a, b) => b.createdAt - a.createdAt);
}

function expectedLog(installation: string, seen: Seen | undefined): ExpectedLog {
  return { installation, checkpoints: seen ? [{ position: seen.after, event: seen.event }] : [] };
}

function sentence(at: number, { after }: Seen): string {
  const ended = `at ${new Date(at).toISOString()} it was known up to position ${after}, and it has lost what was there`;
  return (
    `The event log is older than what was made from it: ${ended}. Nothing is checked out, charged, refunded or mailed until you have ` +
    'compared it with the ledgers (docs/operations.md, "Restore") and stopped the server for: npm run log -- accept-older'
  );
}
