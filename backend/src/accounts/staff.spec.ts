import { decisions, origin } from '../platform/given.fixture.js';
import { AppointStaff, DismissStaff, EnrolStaff, type StaffEvent, type StaffRole, staff } from './staff.js';

const { given } = decisions(staff);
const appointed = (accountId: string, role: StaffRole = 'admin'): StaffEvent => ({
  type: 'StaffAppointed',
  data: { accountId, role },
});
const dismissed = (accountId: string, role: StaffRole = 'admin'): StaffEvent => ({
  type: 'StaffDismissed',
  data: { accountId, role },
});
const appoint = (accountId: string) => new AppointStaff('all', { accountId, role: 'admin' }, origin);
const enrol = (accountId: string) => new EnrolStaff('all', { accountId, role: 'admin' }, origin);
const dismiss = (accountId: string, standing: string[], roles: StaffRole[] = ['admin']) =>
  new DismissStaff('all', { accountId, roles, standing }, origin);

describe('the staff', () => {
  it('gains who is appointed, once', () => {
    given().when(appoint('a-1')).makes(appointed('a-1'));
    given().when(appoint('a-1')).onlyOnce();
  });
  it('takes back who was dismissed', () => {
    given(appointed('a-1'), appointed('a-2'), dismissed('a-1')).when(appoint('a-1')).makes(appointed('a-1'));
  });
  it('learns of an admin made before there was this stream, but never against a dismissal', () => {
    given().when(enrol('a-1')).makes(appointed('a-1'));
    given(appointed('a-1')).when(enrol('a-1')).nothing();
    given(appointed('a-1'), appointed('a-2'), dismissed('a-1')).when(enrol('a-1')).nothing();
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
});
