import { decisions, origin } from '../../platform/given.fixture.js';
import { hashOf, NameSealKey, RecordSeal, SEALS, type Seal, type SealEvent, sealing } from './seal.js';
import { keyOf, signedBy } from './sealed-log.fixture.js';

const { given } = decisions(sealing);

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
const sealed = (data: Seal): SealEvent => ({ type: 'LogSealed', data });
const record = (seal: Seal) => new RecordSeal(SEALS, seal, origin);
const name = (after: string | null) => new NameSealKey(SEALS, { ...keyOf('other'), after }, origin);

describe('a seal', () => {
  it('is recorded as the next one after those before it', () => {
    given(made).when(record(first)).makes(sealed(first));
    given(made, sealed(first)).when(record(second)).makes(sealed(second));
  });

  it.each([
    ['whose number is taken', sealOf(1, first)],
    ['that skips one', sealOf(3, first)],
    ['that names another one before it', sealOf(2, sealOf(7, null))],
  ])('%s was made beside another process, and is none', (_what, seal) => {
    given(made, sealed(first)).when(record(seal)).refused('sealed-meanwhile', 'conflict');
  });
});

describe('a key that seals', () => {
  it('is named once, however many processes make one', () => {
    given()
      .when(name(null))
      .makes({ type: 'SealKeyMade', data: keyOf('other') });
    given(made).when(name(null)).refused('sealed-meanwhile', 'conflict');
    given(made)
      .when(name(keyOf('ours').keyId))
      .makes({ type: 'SealKeyMade', data: keyOf('other') });
  });
});
