import { randomUUID } from 'node:crypto';
import type { Origin } from '../platform/decider.js';
import { raiseFormat, readInstallation } from '../platform/log/installation.js';
import { workerOrigin } from '../platform/origins.js';
import type { Engines } from '../platform/platform.js';
import { Streams } from '../platform/streams.js';
import { Sealer } from '../platform/vault/sealer.js';
import { keptIn } from '../platform/vault/vault.js';
import { markVault, newestHeld, newestMark } from '../platform/vault/watermark.js';
import { AcceptLoss, type Lost, loss } from '../privacy/loss.js';
import { EVENT_SCHEMA } from '../start/event-schema.js';
import { findLost } from './lost-records.js';

/** in one event, which may have 900 kB */
const AT_ONCE = 2_000;
const LISTED = 20;

/**
 * Says who and what is lost with a vault that is older than the log. `accepted`: all of it counts as erased from now on, as an
 * event of the log says, and the server starts again. Stopped servers only. Returns the exit code. @throws for people
 */
export async function acceptLoss(
  engines: Pick<Engines, 'log' | 'vault' | 'markFormat'>,
  accepted: boolean,
  say: (text: string) => void,
): Promise<number> {
  const { log, vault } = engines;
  const { id } = await readInstallation(log);
  const own = keptIn(await vault.get<string>('secret', 'system-installation'));
  if (id === null) throw new Error('The event log is empty: nothing is lost.');
  if (own !== id)
    throw new Error('This is not the vault of this log, or an empty one. There is no way on without the right one.');
  const [named, held] = [await newestMark(log), await newestHeld(log, vault)];
  const lost = await findLost(log, vault, Date.now());
  tell(lost, say);
  const isWhole = lost.subjects.length === 0 && lost.records.length === 0;
  if (isWhole && named?.mark === held?.mark) {
    say('The vault is not behind: there is nothing to accept.');
    return 0;
  }
  if (!accepted) {
    say('Nothing was changed. A newer vault may still be put back. To go on without: npm run log -- accept-loss --yes');
    return 1;
  }
  await engines.markFormat();
  await raiseFormat(log, EVENT_SCHEMA);
  if (!isWhole) await record(engines, lost);
  // The event first: who is run again after a crash finds as lost what is not erased yet. The mark last: until then no server starts.
  for (const subject of lost.subjects) await vault.erase('subject-key', subject);
  for (const { kind, record } of lost.records) await vault.erase(kind, record);
  await markVault({ log, vault, schema: EVENT_SCHEMA }, held?.after ?? 0);
  say('Accepted: what is lost counts as erased. Start the server; open orders of these people end by themselves.');
  return 0;
}

async function record({ log, vault }: Pick<Engines, 'log' | 'vault'>, { subjects, records }: Lost): Promise<void> {
  const streams = new Streams(log, new Sealer(vault), { schema: EVENT_SCHEMA, clock: Date.now });
  const origin = (): Origin => ({ ...workerOrigin('accept-loss'), actor: { kind: 'system', id: 'accept-loss' } });
  const lossId = randomUUID();
  for (let at = 0; at < Math.max(subjects.length, records.length); at += AT_ONCE) {
    const page = { subjects: subjects.slice(at, at + AT_ONCE), records: records.slice(at, at + AT_ONCE) };
    await streams.handle(loss, new AcceptLoss(lossId, page, origin()));
  }
}

function tell({ subjects, records }: Lost, say: (text: string) => void): void {
  say(
    `LOST: the keys of ${subjects.length === 1 ? '1 person' : `${subjects.length} people`}; what the log knows of them stays unreadable`,
  );
  list(subjects, say);
  say(`LOST: ${records.length} records (cards, security codes, passwords, mailed links)`);
  list(
    records.map(({ kind, record, stream }) => `${kind} ${record} of ${stream}`),
    say,
  );
}

function list(lines: readonly string[], say: (text: string) => void): void {
  for (const line of lines.slice(0, LISTED)) say(`  ${line}`);
  if (lines.length > LISTED) say(`  ... and ${lines.length - LISTED} more`);
}
