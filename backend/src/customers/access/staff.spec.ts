import { decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import {
  adminsOf,
  GrantRole,
  haveRole,
  isStaffRole,
  isWithheld,
  ReinstateStaff,
  rolesOf,
  type StaffEvent,
  type StaffRole,
  SuspendStaff,
  staff,
  TakeRoles,
} from './staff.js';

const { given, fold } = decisions(staff);
const appointed = (accountId: string, role: StaffRole = 'admin'): StaffEvent => ({
  type: 'RoleGranted',
  data: { accountId, role },
});
const dismissed = (accountId: string, role: StaffRole = 'admin'): StaffEvent => ({
  type: 'RoleTaken',
  data: { accountId, role },
});
const appoint = (accountId: string) => new GrantRole('all', { accountId, role: 'admin' }, metadata);
const dismiss = (accountId: string, active: string[], roles: StaffRole[] = ['admin']) =>
  new TakeRoles('all', { accountId, roles, active }, metadata);

const suspended = (accountId: string): StaffEvent => ({
  type: 'StaffSuspended',
  data: { accountId, reason: 'stolen laptop' },
});
const suspend = (accountId: string, active: string[]) =>
  new SuspendStaff('all', { accountId, reason: 'stolen laptop', active }, metadata);
const reinstate = (accountId: string) => new ReinstateStaff('all', { accountId }, metadata);

describe('the staff', () => {
  it('gains who is appointed, once', () => {
    given().when(appoint('a-1')).makes(appointed('a-1'));
    given().when(appoint('a-1')).onlyOnce();
  });
  it('takes back who was dismissed', () => {
    given(appointed('a-1'), appointed('a-2'), dismissed('a-1')).when(appoint('a-1')).makes(appointed('a-1'));
  });
  it('lets an admin go while another one stays', () => {
    given(appointed('a-1'), appointed('a-2'))
      .when(dismiss('a-1', ['a-1', 'a-2']))
      .makes(dismissed('a-1'));
    given(appointed('a-1'), appointed('a-2'))
      .when(dismiss('a-1', ['a-1', 'a-2']))
      .onlyOnce();
  });
  it('keeps the last admin', () => {
    given(appointed('a-1'))
      .when(dismiss('a-1', ['a-1']))
      .refused('last-admin', 'conflict');
  });
  it('keeps the second of two who leave at once: both saw the other stand', () => {
    given(appointed('a-1'), appointed('a-2'), dismissed('a-1'))
      .when(dismiss('a-2', ['a-1', 'a-2']))
      .refused('last-admin', 'conflict');
  });
  it('counts on nobody whose own account says otherwise, and on no auditor', () => {
    given(appointed('a-1'), appointed('a-2'))
      .when(dismiss('a-1', ['a-1']))
      .refused('last-admin', 'conflict');
    given(appointed('a-1'), appointed('a-2', 'auditor'))
      .when(dismiss('a-1', ['a-1', 'a-2']))
      .refused('last-admin', 'conflict');
  });
  it('lets auditors go freely, and every role of a person at once', () => {
    given(appointed('a-1', 'auditor'))
      .when(dismiss('a-1', [], ['auditor']))
      .makes(dismissed('a-1', 'auditor'));
    given(appointed('a-1'), appointed('a-1', 'auditor'), appointed('a-2'))
      .when(dismiss('a-1', ['a-2'], ['admin', 'auditor']))
      .makes(dismissed('a-1'), dismissed('a-1', 'auditor'));
  });
  it('has somebody in both roles by two words', () => {
    const auditor = new GrantRole('all', { accountId: 'a-1', role: 'auditor' }, metadata);
    given(appointed('a-1')).when(auditor).makes(appointed('a-1', 'auditor'));
    given(appointed('a-1')).when(auditor).onlyOnce();
  });
  it('dismisses nobody who is not here, and only from what they are', () => {
    given(appointed('a-1'), appointed('a-2'))
      .when(dismiss('a-3', ['a-1', 'a-2']))
      .nothing();
    given(appointed('a-1'), appointed('a-2'))
      .when(dismiss('a-1', ['a-2'], ['admin', 'auditor']))
      .makes(dismissed('a-1'));
    given(appointed('a-1', 'auditor'), dismissed('a-1', 'auditor'))
      .when(dismiss('a-1', [], ['auditor']))
      .nothing();
  });
  it('keeps an auditor who is the last admin as both, however they leave', () => {
    given(appointed('a-1'), appointed('a-1', 'auditor'))
      .when(dismiss('a-1', ['a-1'], ['admin', 'auditor']))
      .refused('last-admin', 'conflict');
    given(appointed('a-1'), appointed('a-1', 'auditor'))
      .when(dismiss('a-1', ['a-1'], ['auditor']))
      .makes(dismissed('a-1', 'auditor'));
  });
  it('knows who has which role, and which ones sessions have no more', () => {
    const state = fold(
      appointed('a-1'),
      appointed('a-2'),
      appointed('a-3', 'auditor'),
      dismissed('a-1'),
      suspended('a-3'),
    );
    expect([adminsOf(state), haveRole(state, 'auditor')]).toEqual([['a-2'], ['a-3']]);
    expect(['a-1', 'a-2', 'a-3', 'a-4'].map((id) => rolesOf(state, id))).toEqual([
      ['shopper'],
      ['shopper', 'admin'],
      ['shopper', 'auditor'],
      ['shopper'],
    ]);
    const withheld = (['admin', 'auditor', 'shopper'] as const).map((role) => isWithheld(state, 'a-1', role));
    expect(withheld).toEqual([true, false, false]);
    expect([isWithheld(state, 'a-2', 'admin'), isWithheld(state, 'a-3', 'auditor')]).toEqual([false, true]);
  });
  it('suspends an admin while another one stands, and never the last', () => {
    given(appointed('a-1'), appointed('a-2'))
      .when(suspend('a-1', ['a-2']))
      .makesOnce(suspended('a-1'));
    given(appointed('a-1'), appointed('a-2', 'auditor'))
      .when(suspend('a-1', ['a-1', 'a-2']))
      .refused('last-admin', 'conflict');
  });
  it('keeps the second of two admins who lock each other at once, and one whose only colleague is suspended', () => {
    given(appointed('a-1'), appointed('a-2'), suspended('a-1'))
      .when(suspend('a-2', ['a-1', 'a-2']))
      .refused('last-admin', 'conflict');
    given(appointed('a-1'), appointed('a-2'), suspended('a-1'))
      .when(dismiss('a-2', ['a-1', 'a-2']))
      .refused('last-admin', 'conflict');
  });
  it('suspends auditors freely, and nobody who has no role', () => {
    given(appointed('a-1'), appointed('a-2', 'auditor')).when(suspend('a-2', [])).makes(suspended('a-2'));
    given(appointed('a-1')).when(suspend('a-3', [])).nothing();
  });
  it('takes back who is reinstated, once', () => {
    given(appointed('a-1'), suspended('a-1'))
      .when(reinstate('a-1'))
      .makesOnce({ type: 'StaffReinstated', data: { accountId: 'a-1' } });
    expect(
      adminsOf(fold(appointed('a-1'), suspended('a-1'), { type: 'StaffReinstated', data: { accountId: 'a-1' } })),
    ).toEqual(['a-1']);
  });
  it('is made of admins and auditors; a shopper is none of it', () => {
    expect(['admin', 'auditor', 'shopper', ''].filter(isStaffRole)).toEqual(['admin', 'auditor']);
  });
});
