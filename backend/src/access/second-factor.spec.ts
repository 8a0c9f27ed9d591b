import { decisions, origin } from '../platform/given.fixture.js';
import {
  DisableTotp,
  EnrolTotp,
  MakeRecoveryCodes,
  OfferTotp,
  type SecondFactorEvent,
  secondFactor,
  UseRecoveryCode,
  UseTotpCode,
} from './second-factor.js';

const { given } = decisions(secondFactor);
const offered: SecondFactorEvent = { type: 'TotpOffered', data: { record: 'o-1' } };
const enrolled: SecondFactorEvent = { type: 'TotpEnrolled', data: { record: 's-1', recovery: 'r-1', step: 100 } };
const used = (step: number): SecondFactorEvent => ({ type: 'TotpCodeUsed', data: { step } });
const use = (step: number, record = 's-1') => new UseTotpCode('a-1', { record, step }, origin);
const recover = (number: number, recovery = 'r-1') => new UseRecoveryCode('a-1', { recovery, number }, origin);
const enrol = (from = 'o-1') =>
  new EnrolTotp('a-1', { offered: from, record: 's-1', recovery: 'r-1', step: 100 }, origin);
const off = new DisableTotp('a-1', { by: 'owner' }, origin);

describe('one-time codes', () => {
  it('are offered until they are on', () => {
    given()
      .when(new OfferTotp('a-1', { record: 'o-1' }, origin))
      .makes(offered);
    given(enrolled)
      .when(new OfferTotp('a-1', { record: 'o-2' }, origin))
      .refused('otp-on', 'conflict');
  });
  it('are turned on by a code of the secret that was offered last', () => {
    given(offered).when(enrol()).makes(enrolled);
    given(offered).when(enrol('o-0')).refused('otp-offer-over', 'conflict');
    given(offered, enrolled).when(enrol()).refused('otp-on', 'conflict');
  });
  it('count once: no step that was used, and none before it', () => {
    given(enrolled).when(use(101)).makes(used(101));
    given(enrolled, used(101)).when(use(101)).refused('otp-wrong');
    given(enrolled, used(101)).when(use(100)).refused('otp-wrong');
    given(enrolled).when(use(100)).refused('otp-wrong');
  });
  it('of another secret, or of none, are wrong', () => {
    given(enrolled).when(use(101, 's-0')).refused('otp-wrong');
    given().when(use(101)).refused('otp-wrong');
  });
  it('are stood in for by each recovery code once, until there are new ones', () => {
    const spent: SecondFactorEvent = { type: 'RecoveryCodeUsed', data: { number: 3 } };
    const renewed: SecondFactorEvent = { type: 'RecoveryCodesMade', data: { recovery: 'r-2' } };
    given(enrolled).when(recover(3)).makes(spent);
    given(enrolled, spent).when(recover(3)).refused('otp-wrong');
    given(enrolled, spent, renewed).when(recover(3)).refused('otp-wrong');
    given(enrolled, spent, renewed).when(recover(3, 'r-2')).makes(spent);
    given(enrolled)
      .when(new MakeRecoveryCodes('a-1', { recovery: 'r-2' }, origin))
      .makes(renewed);
    given()
      .when(new MakeRecoveryCodes('a-1', { recovery: 'r-2' }, origin))
      .refused('otp-off');
  });
  it('are turned off once', () => {
    given(enrolled)
      .when(off)
      .makesOnce({ type: 'TotpDisabled', data: { by: 'owner' } });
    given(enrolled, { type: 'TotpDisabled', data: { by: 'owner' } })
      .when(use(101))
      .refused('otp-wrong');
  });
});
