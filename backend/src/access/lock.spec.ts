import { origin } from '../platform/given.fixture.js';
import { decideLock, evolveLock, LockAccount, UnlockAccount } from './lock.js';

const open = { locked: false, tokenVersion: 4 };
const lock = new LockAccount('a-1', { reason: 'stolen laptop' }, origin);
const unlock = new UnlockAccount('a-1', { reason: 'found it' }, origin);

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
    expect(decideLock(unlock, open)).toEqual([]);
  });
});
