import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESSION_SECONDS } from '@supreme-access/contract/limits.js';
import { type LmdbVault, openLmdbVault } from '../stores/vault/lmdb-vault.js';
import { SessionKeys } from './session-keys.js';
import { Sessions } from './sessions.js';

const [OLD, NEW] = ['the secret of before, long enough for all', 'the secret of today, long enough for all'];
const START = Date.UTC(2030, 0, 1);
const [MINUTE, LIFE] = [60_000, SESSION_SECONDS * 1_000];

describe('the secret of sessions', () => {
  let directory: string;
  let vault: LmdbVault;
  let now: number;
  beforeEach(async () => {
    now = START;
    directory = await mkdtemp(join(tmpdir(), 'session-keys-'));
    vault = await openLmdbVault(directory, randomBytes(32));
  });
  afterEach(async () => {
    await vault.close();
    await rm(directory, { recursive: true });
  });

  /** A process that starts now. */
  async function start(given: string | null = null): Promise<Sessions> {
    return new Sessions(await SessionKeys.open(vault, OLD, given, now), () => now);
  }
  const begin = (sessions: Sessions) => sessions.begin('ada', ['shopper'], 0);
  const isGood = (sessions: Sessions, token: string) => sessions.check(token) !== null;
  async function pass(ms: number, ...processes: Sessions[]): Promise<void> {
    now += ms;
    for (const { keys } of processes) await keys.look(now);
  }

  it('is changed by the setting: sessions of before go on, and new ones are signed with the new one a minute later', async () => {
    const before = begin(await start(OLD));
    now += MINUTE;
    const changed = await start(NEW);
    const soon = begin(changed);
    await pass(2 * MINUTE, changed);
    const later = begin(changed);
    const knowsNew = new Sessions(NEW, () => now);
    expect([before, soon, later].map((token) => isGood(changed, token))).toEqual([true, true, true]);
    expect([before, soon, later].map((token) => isGood(knowsNew, token))).toEqual([false, false, true]);
  });

  it('is followed by the processes that run, so that nobody is logged out while they are started anew one by one', async () => {
    const [running, changed] = [await start(OLD), await start(NEW)];
    await pass(MINUTE / 2, running, changed);
    expect(isGood(changed, begin(running)) && isGood(running, begin(changed))).toBe(true);
    await pass(MINUTE, running, changed);
    const [one, other] = [begin(running), begin(changed)];
    expect([isGood(changed, one), isGood(running, other)]).toEqual([true, true]);
    expect(isGood(new Sessions(NEW, () => now), one)).toBe(true);
  });

  it('of before signs what is good for a minute more, by which the clock of another process may be behind', async () => {
    const behind = await start(OLD);
    const changed = await start(NEW);
    await pass(2 * MINUTE - 1_000, changed);
    expect(isGood(changed, begin(behind))).toBe(true);
    await pass(1_000, changed);
    expect(isGood(changed, begin(behind))).toBe(false);
  });

  it('of before verifies until the last session that it signed has ended, and then what a thief of it signs is worth nothing', async () => {
    const old = begin(await start(OLD));
    const changed = await start(NEW);
    const thief = new Sessions(OLD, () => now);
    await pass(LIFE - MINUTE, changed);
    expect(isGood(changed, old)).toBe(true);
    expect(isGood(changed, begin(thief))).toBe(false);
    const backdated = new Sessions(OLD, () => START).begin('ada', ['shopper'], 0);
    expect(isGood(changed, backdated)).toBe(true);
    await pass(4 * MINUTE, changed);
    expect([old, backdated, begin(thief)].map((token) => isGood(changed, token))).toEqual([false, false, false]);
    expect(await vault.get('secret', 'session-key-1')).toBe('erased');
    expect(isGood(changed, begin(changed))).toBe(true);
  });

  it('that was stolen is good for nothing at once, and no start brings it back', async () => {
    const [sessions, other] = [await start(OLD), await start(OLD)];
    const stolen = begin(sessions);
    expect([isGood(sessions, stolen), isGood(other, stolen)]).toEqual([true, true]);
    await sessions.keys.replaceStolen(now);
    await pass(0, other);
    expect([isGood(sessions, stolen), isGood(other, stolen)]).toEqual([false, false]);
    expect(isGood(other, begin(sessions))).toBe(true);
    const again = await start(OLD);
    await pass(2 * MINUTE, again);
    expect([isGood(again, begin(new Sessions(OLD, () => now))), isGood(again, begin(sessions))]).toEqual([false, true]);
  });

  it('is one for all that start at the same moment', async () => {
    const all = await Promise.all([start(NEW), start(NEW), start(NEW)]);
    const tokens = all.map(begin);
    for (const sessions of all) expect(tokens.map((token) => isGood(sessions, token))).toEqual([true, true, true]);
  });
});
