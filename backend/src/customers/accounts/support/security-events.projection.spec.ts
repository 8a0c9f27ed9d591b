import { registered } from '@supreme-access/test/fixtures/account.js';
import { AT } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { folded, recorded } from '@supreme-access/test/fixtures/recorded.js';
import type { AnyRecorded } from '../../../projections/recorded.js';
import type { SecondFactorEvent } from '../../access/second-factor.js';
import type { SessionEvent } from '../../access/session.js';
import type { StaffEvent } from '../../access/staff.js';
import type { AccountEvent } from '../account.js';
import { securityEventsProjection } from './security-events.projection.js';

const account: AccountEvent[] = [
  registered,
  { type: 'EmailVerified', data: { emailKey: 'key-ada', tokenVersion: 0 } },
  { type: 'VerificationRequested', data: { linkRecord: 'link-1', requestedAt: 1 } },
  { type: 'AccountLocked', data: { reason: 'their laptop was stolen', tokenVersion: 2 } },
];
const roles: StaffEvent[] = [{ type: 'RoleGranted', data: { accountId: 'ada', role: 'admin' } }];
const codes: SecondFactorEvent[] = [
  { type: 'TotpOffered', data: { record: 'r-1' } },
  { type: 'TotpEnrolled', data: { record: 'r-1', recovery: 'r-2', step: 7 } },
  { type: 'TotpCodeUsed', data: { step: 8 } },
];
const session: SessionEvent[] = [
  { type: 'SessionBegun', data: { accountId: 'ada', begunAt: AT, version: 1 } },
  { type: 'SessionUsed', data: { accountId: 'ada', usedAt: AT + 60_000 } },
  { type: 'SessionEnded', data: { accountId: 'ada' } },
];
/** One log of several streams. */
const events: AnyRecorded[] = [
  ...recorded('account-ada', account),
  ...recorded('totp-ada', codes),
  ...recorded('session-s-1', session),
  ...recorded('staff-all', roles),
  ...recorded('session-s-2', [{ type: 'SessionEnded', data: { accountId: 'bea' } } satisfies SessionEvent]),
].map((event, at) => ({ ...event, eventId: `e-${at}`, position: at + 1, at: AT + at }));

describe('the security events of an account', () => {
  it('are what changed in who may sign in; a session of staff is one of them, a shopper’s none', async () => {
    const rows = await folded(securityEventsProjection, [events]);
    expect(rows.map(({ id, type, accountId, endedAt }) => [id, type, accountId, endedAt])).toEqual([
      ['e-0', 'AccountRegistered', 'ada', null],
      ['e-1', 'EmailVerified', 'ada', null],
      ['e-10', 'RoleGranted', 'ada', null],
      ['e-3', 'AccountLocked', 'ada', null],
      ['e-5', 'TotpEnrolled', 'ada', null],
      ['s-1', 'SessionBegun', 'ada', AT + 9],
    ]);
    expect(rows[2]).toMatchObject({ role: 'admin', reason: null, byKind: 'shopper', byId: 'a-1' });
    expect(rows[3]).toMatchObject({ role: null, reason: 'their laptop was stolen', at: AT + 3 });
  });

  it('hold nothing that is somebody’s: neither names nor records of secrets', async () => {
    const rows = await folded(securityEventsProjection, [events]);
    expect(JSON.stringify(rows)).not.toMatch(/Lovelace|example\.com|r-1|r-2|pw-1/);
  });

  it('are the same when events come twice, and rebuilt as live', async () => {
    const once = await folded(securityEventsProjection, [events]);
    expect(await folded(securityEventsProjection, [events.slice(0, 5), events, events.slice(3)])).toEqual(once);
    const live = events.map((event) => [event]);
    expect(await folded(securityEventsProjection, live)).toEqual(once);
  });
});
