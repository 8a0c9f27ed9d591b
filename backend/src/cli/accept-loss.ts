import type { INestApplicationContext } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { OneTimeCodes } from '../customers/access/one-time-codes.js';
import { Invitees } from '../customers/accounts/forgetting.worker.js';
import { ForgetSecret, profile } from '../customers/profiles/profile.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import { readInstallation } from '../event-sourcing/installation.js';
import { markVault, newestHeld, newestMark } from '../event-sourcing/watermark.js';
import { GuestErasure } from '../orders/guest-erasure.js';
import { GuestRecords } from '../orders/guest-records.js';
import { Erasure } from '../privacy/erasure.worker.js';
import { RestoredVault } from '../privacy/restored-vault.js';
import { EVENT_SCHEMA } from '../server/event-schema.js';
import type { Engines } from '../server/platform.js';
import { startServer } from '../server/server.js';
import { INSTALLATION_ID, keptIn } from '../stores/vault/vault.js';
import { findLost, type Lost, type LostRecord } from './lost-records.js';

type Say = (text: string) => void;

const LISTED = 20;
const REASON = 'lost with the vault';

/** Erases what a stale vault lacks; it can run again after a crash. Stopped servers only. Returns the exit code. */
export async function acceptLoss(engines: Engines, config: Config, accepted: boolean, say: Say): Promise<number> {
  const { log, vault } = engines;
  const { id } = await readInstallation(log);
  const own = keptIn(await vault.get<string>('secret', INSTALLATION_ID));
  if (id === null) throw new Error('The event log is empty: nothing is lost.');
  if (own !== id)
    throw new Error('This is not the vault of this log, or an empty one. There is no way on without the right one.');
  const [named, held] = [await newestMark(log), await newestHeld(log, vault)];
  const lost = await findLost(log, vault, Date.now());
  tell(lost, say);
  if (lost.subjects.length === 0 && lost.records.length === 0 && named?.mark === held?.mark) {
    say('The vault is not behind: there is nothing to accept.');
    return 0;
  }
  if (!accepted) {
    say('Nothing was changed. A newer vault may still be put back. To go on without: npm run log -- accept-loss --yes');
    return 1;
  }
  // The read models cannot fold an event whose key is neither present nor erased.
  for (const subject of lost.absentKeys) await vault.erase('subject-key', subject);
  const left = await withServer(engines, config, async ({ app }) => {
    // The stop marks the vault as whole: erasures since the mark that it holds are repeated before.
    await app.get(RestoredVault).eraseAgain(held?.after ?? 0);
    const waiting = await erase(app, lost);
    for (const { kind, record } of lost.records) await vault.erase(kind, record);
    await markVault({ log, vault, schema: EVENT_SCHEMA }, held?.after ?? 0);
    return waiting;
  });
  say('Accepted: what is lost counts as erased. Start the server; open orders of these people end by themselves.');
  if (left.length === 0) return 0;
  say('NOT ERASED YET; once what is in the way has ended, stop the server and run this again:');
  list(left, say);
  return 0;
}

async function withServer<T>(
  engines: Engines,
  config: Config,
  work: (server: { app: INestApplicationContext }) => Promise<T>,
): Promise<T> {
  const server = await startServer(
    { ...config, role: 'all', port: 0, host: '127.0.0.1', logLevel: 'silent' },
    { engines: async () => ({ ...engines, close: async () => undefined }), assertVault: async () => null },
  );
  try {
    await server.ready;
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function erase(app: INestApplicationContext, { subjects, records }: Lost): Promise<string[]> {
  const left: string[] = [];
  for (const subject of subjects) {
    try {
      await eraseSubject(app, subject);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      left.push(`${subject}: ${error.message}`);
    }
  }
  for (const record of records) await forgetRecord(app, record);
  const accounts = new Set(
    records.filter(({ kind }) => kind === 'totp').map(({ stream }) => stream.replace(/^totp-/, '')),
  );
  for (const accountId of accounts) {
    await app.get(OneTimeCodes).endLost(
      accountId,
      records.map(({ record }) => record),
      metadata(),
    );
  }
  return left;
}

async function eraseSubject(app: INestApplicationContext, subject: string): Promise<void> {
  const [, kind, id = ''] = /^(account|guest|invitation)-(.*)$/.exec(subject) ?? [];
  // Open orders delay the erasure of an account; the erasure worker finishes it.
  if (kind === 'account') await app.get(Erasure).requestForLost(id, metadata(), REASON);
  else if (kind === 'invitation') await app.get(Invitees).forget(id, metadata());
  else if (kind === 'guest') {
    await app
      .get(GuestErasure)
      .erase(id, metadata(), { reason: REASON })
      .catch((error: unknown) => {
        if (!(error instanceof Refused && error.code === 'not-found')) throw error;
        return app.get(GuestRecords).erase({ orderId: id, customerId: '', codeRecord: null }, metadata());
      });
  }
}

async function forgetRecord(app: INestApplicationContext, { kind, record, stream }: LostRecord): Promise<void> {
  const [, profileId] = /^profile-(.*)$/.exec(stream) ?? [];
  if (profileId === undefined || (kind !== 'card' && kind !== 'code')) return;
  const forgotten = new ForgetSecret(profileId, { secret: { kind, record } }, metadata());
  await app.get(Commands).execute(profile, forgotten);
}

function metadata(): CommandMetadata {
  return { ...workerMetadata('accept-loss'), actor: { kind: 'system', id: 'accept-loss' } };
}

function tell({ subjects, records }: Lost, say: Say): void {
  say(
    `LOST: the keys of ${subjects.length === 1 ? '1 person' : `${subjects.length} people`}; what the log knows of them stays unreadable`,
  );
  list(subjects, say);
  say(
    `LOST: ${records.length} records (cards, security codes, passwords, mailed links, one-time codes, mails under review)`,
  );
  list(
    records.map(({ kind, record, stream }) => `${kind} ${record} of ${stream}`),
    say,
  );
}

function list(lines: readonly string[], say: Say): void {
  for (const line of lines.slice(0, LISTED)) say(`  ${line}`);
  if (lines.length > LISTED) say(`  ... and ${lines.length - LISTED} more`);
}
