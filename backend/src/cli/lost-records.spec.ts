import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writerOf } from '@supreme-access/test/fixtures/written-log.js';
import { ownCodeOf } from '../customers/profiles/card-vault.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { openLmdbVault } from '../stores/vault/lmdb-vault.js';
import type { Vault, VaultKind } from '../stores/vault/vault.js';
import { findLost } from './lost-records.js';

const NOW = Date.UTC(2030, 0, 1);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Written {
  stream: string;
  type: string;
  data: object;
  /** ms before now */
  ago?: number;
}

/** What is lost where the log holds these events and the vault nothing. */
async function lost(...written: Written[]) {
  const events = written.map(({ ago = 0, ...event }) => ({ ...event, metadata: { recordedAt: NOW - ago } }));
  const log = {
    async *readAll() {
      yield* events;
    },
  };
  const vault = { has: async () => new Set<string>(), getMany: async () => new Map() };
  const { records } = await findLost(log as unknown as EventLog, vault as unknown as Vault, NOW);
  return records.map(({ kind, record }): [VaultKind, string] => [kind, record]);
}

const account = (type: string, data: object, ago = 0): Written => ({ stream: 'account-a-1', type, data, ago });
const codes = (type: string, data: object): Written => ({ stream: 'totp-a-1', type, data });

describe('records that are lost with a vault', () => {
  it.each([
    ['to verify an address', account('VerificationRequested', { linkRecord: 'l' }, 2 * DAY), 2 * DAY],
    ['in the last mail', account('ErasureRequested', { linkRecord: 'l' }, 3 * DAY), 3 * DAY],
    ['to reset a password', account('PasswordResetRequested', { linkRecord: 'l', expiresAt: NOW }, 30 * MINUTE), 0],
    ['to move an address', account('EmailMoveRequested', { linkRecord: 'l', expiresAt: NOW }, 7 * DAY), 0],
    ['to undo a move', account('EmailMoved', { left: { linkRecord: 'l', until: NOW } }, 3 * DAY), 0],
  ])('are no links that have expired: one %s', async (_, { data, ...event }, life) => {
    expect(await lost({ ...event, data })).toEqual([]);
    const later = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(`${NOW}`, `${NOW + HOUR}`));
    const young = life === 0 ? { ...event, data: later(data) } : { ...event, data, ago: life - HOUR };
    expect(await lost(young)).toEqual([['link', 'l']]);
  });

  it('are mails under review, until they are forgotten', async () => {
    const order = (type: string, data: object): Written => ({ stream: 'order-o-1', type, data });
    const received = order('ProofReceived', { proofId: 'p', record: 'm' });
    expect(await lost(received)).toEqual([['proof', 'm']]);
    expect(await lost(received, order('ProofForgotten', { proofId: 'p' }))).toEqual([]);
  });

  it('are secret and recovery codes that are in use', async () => {
    const enrolled = codes('TotpEnrolled', { record: 's-1', recovery: 'r-1', step: 1 });
    expect(await lost(codes('TotpOffered', { record: 'o-1' }))).toEqual([]);
    expect(await lost(enrolled, codes('RecoveryCodesMade', { recovery: 'r-2' }))).toEqual([
      ['totp', 's-1'],
      ['totp', 'r-2'],
    ]);
    expect(await lost(enrolled, codes('TotpDisabled', { by: 'owner' }))).toEqual([]);
  });
});

describe('a security code that an order shares with its profile', () => {
  const own = ownCodeOf('o-1', 'code-1');
  let directory: string;
  let log: EventLog;
  let vault: Vault;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lost-'));
    log = await openLmdbEventLog(join(directory, 'log'));
    vault = await openLmdbVault(join(directory, 'vault'), randomBytes(32));
    const write = writerOf(log).ours;
    await write('profile-p-1', 'ProfileSaved', { codeRecord: 'code-1' });
    await write('product-cap', 'SlotReserved', { orderId: 'o-1', codeRecord: own });
  });
  afterEach(async () => {
    await log.close();
    await vault.close();
    await rm(directory, { recursive: true });
  });
  const lost = async () => (await findLost(log, vault, Date.now())).records.map(({ record }) => record);

  it('is not lost while the profile’s is there, was erased, or the order has its copy', async () => {
    await vault.put('code', 'code-1', '123');
    expect(await lost()).toEqual([]);
    await vault.erase('code', 'code-1');
    expect(await lost()).toEqual([]);
    await vault.put('code', own, '123');
    expect(await lost()).toEqual([]);
  });

  it('is lost for both once the vault knows neither', async () => {
    expect(await lost()).toEqual(['code-1', own]);
  });
});
