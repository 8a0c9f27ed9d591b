import { decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { keyOf, signedBy } from '@supreme-access/test/fixtures/sealed-log.js';
import { hashOf, NameSealKey, RecordSeal, SEALS, type Seal, type SealEvent, sealing } from './seal.js';

const { given, fold } = decisions(sealing);

const sealOf = (number: number, previous: Seal | null): Seal =>
  signedBy('ours', {
    number,
    size: 10 * number,
    position: 30 * number,
    root: 'A'.repeat(43),
    previous: hashOf(previous),
    at: 1_772_794_800_000,
    keyId: keyOf('ours').keyId,
  });
const first = sealOf(1, null);
const second = sealOf(2, first);
const made: SealEvent = { type: 'SealKeyMade', data: keyOf('ours') };
const otherMade: SealEvent = { type: 'SealKeyMade', data: keyOf('other') };
const sealed = (data: Seal): SealEvent => ({ type: 'LogSealed', data });
const record = (seal: Seal) => new RecordSeal(SEALS, seal, metadata);
const name = (after: string | null) => new NameSealKey(SEALS, { ...keyOf('other'), after }, metadata);

describe('a seal', () => {
  it('is recorded as the next one after those before it', () => {
    given(made).when(record(first)).makes(sealed(first));
    given(made, sealed(first)).when(record(second)).makes(sealed(second));
  });

  it('follows the last one, whichever key was named in between', () =>
    given(made, sealed(first), otherMade).when(record(second)).makes(sealed(second)));

  it('that is said twice is there already', () =>
    given(made, sealed(first)).when(record(first)).refused('sealed-meanwhile', 'conflict'));

  it.each([
    ['whose number is taken', sealOf(1, first)],
    ['that skips one', sealOf(3, first)],
    ['that names another one before it', sealOf(2, sealOf(7, null))],
  ])('%s was made beside another process, and is none', (_what, seal) => {
    given(made, sealed(first)).when(record(seal)).refused('sealed-meanwhile', 'conflict');
  });

  it.each([
    ['that is the second', sealOf(2, null)],
    ['that names one before it', sealOf(1, second)],
  ])('%s is none where there is no other', (_what, seal) => {
    given(made).when(record(seal)).refused('sealed-meanwhile', 'conflict');
  });

  it.each([{ size: 11 }, { position: 31 }, { root: 'B'.repeat(43) }, { at: first.at + 1 }, { keyId: 'other' }])(
    'that was sealed over one with %j is none',
    (other) => {
      given(made, sealed({ ...first, ...other }))
        .when(record(second))
        .refused('sealed-meanwhile', 'conflict');
    },
  );
});

describe('a key that seals', () => {
  it('is named once, however many processes make one', () => {
    given().when(name(null)).makes(otherMade);
    given(made).when(name(null)).refused('sealed-meanwhile', 'conflict');
    given(made)
      .when(name(keyOf('ours').keyId))
      .makes(otherMade);
  });

  it('is named after the newest one alone', () => {
    const afterOurs = name(keyOf('ours').keyId);
    given().when(afterOurs).refused('sealed-meanwhile', 'conflict');
    given(made, otherMade).when(afterOurs).refused('sealed-meanwhile', 'conflict');
  });

  it('leaves the keys before it and the last seal as they are', () => {
    expect(fold(made, sealed(first), otherMade)).toEqual({ keys: [keyOf('ours'), keyOf('other')], last: first });
  });
});
