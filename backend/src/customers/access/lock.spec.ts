import { metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { decideLock, evolveLock, LockAccount, UnlockAccount } from './lock.js';

const open = { locked: false, tokenVersion: 4 };
const lock = new LockAccount('a-1', { reason: 'stolen laptop' }, metadata);
const unlock = new UnlockAccount('a-1', { reason: 'found it' }, metadata);

describe('an account', () => {
  it('is locked once, and its sessions end', () => {
    const [locked, ...more] = decideLock(lock, open);
    expect([locked, more]).toEqual([{ type: 'AccountLocked', data: { tokenVersion: 5, reason: 'stolen laptop' } }, []]);
    const after = locked ? evolveLock(open, locked) : open;
    expect(after).toEqual({ locked: true, tokenVersion: 5 });
    expect(decideLock(lock, after)).toEqual([]);
  });
  it('is unlocked once, and no session comes back', () => {
    const locked = { locked: true, tokenVersion: 5 };
    const [unlocked] = decideLock(unlock, locked);
    expect(unlocked).toEqual({ type: 'AccountUnlocked', data: { reason: 'found it' } });
    expect(unlocked && evolveLock(locked, unlocked)).toEqual({ locked: false, tokenVersion: 5 });
    expect(unlocked && decideLock(unlock, evolveLock(locked, unlocked))).toEqual([]);
    expect(decideLock(unlock, open)).toEqual([]);
  });
  it('keeps the reason it was locked for first', () => {
    const again = new LockAccount('a-1', { reason: 'left the company' }, metadata);
    expect(decideLock(again, { locked: true, tokenVersion: 5 })).toEqual([]);
  });
  it('that is locked again ends the sessions that began in between', () => {
    const between = { locked: false, tokenVersion: 5 };
    expect(decideLock(lock, between)).toEqual([
      { type: 'AccountLocked', data: { tokenVersion: 6, reason: 'stolen laptop' } },
    ]);
  });
  it('is otherwise what it was', () => {
    const account = { ...open, roles: ['admin'] };
    const [locked] = decideLock(lock, account);
    expect(locked && evolveLock(account, locked)).toEqual({ locked: true, tokenVersion: 5, roles: ['admin'] });
    const [unlocked] = decideLock(unlock, { ...account, locked: true });
    expect(unlocked && evolveLock({ ...account, locked: true }, unlocked)).toEqual(account);
  });
});
