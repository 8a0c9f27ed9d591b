import { decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import fc from 'fast-check';
import {
  DisableTotp,
  EnrolTotp,
  MakeRecoveryCodes,
  OfferTotp,
  otpWrong,
  type SecondFactorEvent,
  secondFactor,
  UseRecoveryCode,
  UseTotpCode,
} from './second-factor.js';

const { given, fold, answer } = decisions(secondFactor);
const offered: SecondFactorEvent = { type: 'TotpOffered', data: { record: 'o-1' } };
const enrolled: SecondFactorEvent = { type: 'TotpEnrolled', data: { record: 's-1', recovery: 'r-1', step: 100 } };
const used = (step: number): SecondFactorEvent => ({ type: 'TotpCodeUsed', data: { step } });
const use = (step: number, record = 's-1') => new UseTotpCode('a-1', { record, step }, metadata);
const recover = (number: number, recovery = 'r-1') => new UseRecoveryCode('a-1', { recovery, number }, metadata);
const enrol = (from = 'o-1') =>
  new EnrolTotp('a-1', { offered: from, record: 's-1', recovery: 'r-1', step: 100 }, metadata);
const off = new DisableTotp('a-1', { by: 'owner' }, metadata);
const offeredAnew: SecondFactorEvent = { type: 'TotpOffered', data: { record: 'o-2' } };
const spent = (number: number): SecondFactorEvent => ({ type: 'RecoveryCodeUsed', data: { number } });
const renewed: SecondFactorEvent = { type: 'RecoveryCodesMade', data: { recovery: 'r-2' } };
const renew = new MakeRecoveryCodes('a-1', { recovery: 'r-2' }, metadata);
const disabled: SecondFactorEvent = { type: 'TotpDisabled', data: { by: 'owner' } };

describe('one-time codes', () => {
  it('are offered until they are on', () => {
    given()
      .when(new OfferTotp('a-1', { record: 'o-1' }, metadata))
      .makes(offered);
    given(enrolled)
      .when(new OfferTotp('a-1', { record: 'o-2' }, metadata))
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
    given(enrolled).when(recover(3)).makes(spent(3));
    given(enrolled, spent(3)).when(recover(3)).refused('otp-wrong');
    given(enrolled, spent(3), renewed).when(recover(3)).refused('otp-wrong');
    given(enrolled, spent(3), renewed).when(recover(3, 'r-2')).makes(spent(3));
    given(enrolled).when(renew).makes(renewed);
    given().when(renew).refused('otp-off');
  });
  it('are turned off once', () => {
    given(enrolled).when(off).makesOnce(disabled);
    given(enrolled, disabled).when(use(101)).refused('otp-wrong');
    given(enrolled, disabled).when(recover(3)).refused('otp-wrong');
    given(enrolled, disabled).when(renew).refused('otp-off', 'conflict');
  });
  it.each(['admin', 'erasure', 'undo', 'loss'] as const)('are turned off by %s, which is recorded', (by) => {
    given(enrolled)
      .when(new DisableTotp('a-1', { by }, metadata))
      .makesOnce({ type: 'TotpDisabled', data: { by } });
  });
  it('that are not on yet are not turned off, and have no recovery codes', () => {
    given().when(off).nothing();
    given(offered).when(off).nothing();
    given(offered).when(renew).refused('otp-off', 'conflict');
    given(offered).when(use(101, 'o-1')).refused('otp-wrong');
  });
  it('are offered anew until they are on: the offer before is over', () => {
    given(offered)
      .when(new OfferTotp('a-1', { record: 'o-2' }, metadata))
      .makes(offeredAnew);
    given(offered, offeredAnew).when(enrol('o-1')).refused('otp-offer-over', 'conflict');
    given(offered, offeredAnew).when(enrol('o-2')).makes(enrolled);
    given().when(enrol()).refused('otp-offer-over', 'conflict');
  });
  it('are turned on again after they were off, by a new offer alone, and count from its code', () => {
    const again: SecondFactorEvent = { type: 'TotpEnrolled', data: { record: 's-2', recovery: 'r-2', step: 150 } };
    const before = [offered, enrolled, used(200), spent(3), disabled];
    given(...before)
      .when(enrol())
      .refused('otp-offer-over', 'conflict');
    given(...before, offeredAnew)
      .when(new EnrolTotp('a-1', { offered: 'o-2', ...again.data }, metadata))
      .makes(again);
    given(...before, offeredAnew, again)
      .when(use(150, 's-2'))
      .refused('otp-wrong');
    given(...before, offeredAnew, again)
      .when(use(151, 's-2'))
      .makes(used(151));
    given(...before, offeredAnew, again)
      .when(recover(3, 'r-2'))
      .makes(spent(3));
  });
  it('and recovery codes are used up apart, each of these by itself', () => {
    given(enrolled, used(101)).when(recover(0)).makes(spent(0));
    given(enrolled, used(101), spent(0)).when(use(102)).makes(used(102));
    given(enrolled, spent(0)).when(recover(1)).makes(spent(1));
    given(enrolled, spent(0), spent(1)).when(recover(0)).refused('otp-wrong', 'forbidden');
  });
  it('go on as they were when there are new recovery codes', () => {
    given(enrolled, used(101), renewed).when(use(101)).refused('otp-wrong', 'forbidden');
    given(enrolled, used(101), renewed).when(use(102)).makes(used(102));
  });
  it('have no recovery codes left where those made since are void, until there are new ones', () => {
    const none: SecondFactorEvent = { type: 'RecoveryCodesMade', data: { recovery: 'r-2', none: true } };
    given(enrolled, renewed)
      .when(new MakeRecoveryCodes('a-1', none.data, metadata))
      .makes(none);
    expect(fold(enrolled, spent(3), none).on?.used).toHaveLength(10);
    expect(fold(enrolled, spent(3), none, renewed).on?.used).toEqual([]);
    given(enrolled, none).when(use(101)).makes(used(101));
  });
  it('name every record of the vault they ever had, for when it is to be erased', () => {
    expect(fold(offered, offeredAnew, enrolled, renewed, disabled).records).toEqual([
      'o-1',
      'o-2',
      's-1',
      'r-1',
      'r-2',
    ]);
  });
  it('that are wrong at a login leave it unauthorized', () => {
    expect(otpWrong('unauthorized')).toMatchObject({ code: 'otp-wrong', kind: 'unauthorized' });
  });
});

it('whichever one-time codes are given, in whatever sequence, those count whose step is later than all before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 95, max: 140 }), { maxLength: 60 }), (steps) => {
      let state = fold(enrolled);
      const counted = steps.filter((step) => {
        const made = answer(use(step), state);
        state = made.reduce(secondFactor.evolve, state);
        return made.length > 0;
      });
      expect(counted).toEqual(steps.filter((step, n) => step > Math.max(100, ...steps.slice(0, n))));
    }),
  );
});
