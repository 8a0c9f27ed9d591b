import { AT, DAY } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { card, otherCard, saved } from '@supreme-access/test/fixtures/profile.js';
import { folded, recorded } from '@supreme-access/test/fixtures/recorded.js';
import { jobsProjection } from '../../jobs/jobs.projection.js';
import { profileDue, secretOfRow } from './profile.jobs.js';
import type { ProfileEvent, Secret } from './profile.js';
import { profilesProjection, profileView } from './profiles.projection.js';

const stream = 'profile-p-1';
const code: Secret = { kind: 'code', record: 'code-1' };
const forgotten: ProfileEvent = { type: 'SecretForgotten', data: { secret: code } };
const removed: ProfileEvent = { type: 'ProfileRemoved', data: { secrets: [{ secret: code, at: AT }] } };
const erased: ProfileEvent = { type: 'PersonalDataErased', data: { secrets: [code] } };

describe('the profiles read model', () => {
  it('shows a profile without number and code', async () => {
    const [doc] = await folded(profilesProjection, [recorded(stream, [saved(), saved(otherCard)])]);
    expect(doc).toMatchObject({ accountId: 'a-1', revision: 1, cardRecord: 'card-2', savedAt: AT });
    const view = doc && profileView(doc, true);
    expect(view?.card).toEqual({
      name: 'Ada Lovelace',
      type: 'mastercard',
      last4: '4444',
      month: 12,
      year: 2040,
      codeOnFile: true,
    });
    expect(JSON.stringify(view)).not.toMatch(/person-1|card-2|code-2|print-1/);
  });

  it('names the revision of the save, whatever is forgotten after it', async () => {
    const [doc] = await folded(profilesProjection, [recorded(stream, [saved(), forgotten])]);
    expect(doc).toMatchObject({ revision: 0, codeRecord: null, cardRecord: 'card-1' });
  });

  it('gives a removed profile to nobody and remembers whose it was', async () => {
    const [doc] = await folded(profilesProjection, [recorded(stream, [saved(), removed])]);
    expect(doc).toMatchObject({ accountId: null, ownerId: 'a-1' });
  });

  it('is the same when events come twice', async () => {
    const events = recorded(stream, [saved(), saved(otherCard), forgotten, removed]);
    const once = await folded(profilesProjection, [events]);
    expect(await folded(profilesProjection, [events, events.slice(1), events.slice(0, 2)])).toEqual(once);
  });

  it('is empty after an erasure, live and rebuilt', async () => {
    const life = [saved(), removed, erased];
    expect(await folded(profilesProjection, [recorded(stream, life)])).toEqual([]);
    expect(await folded(profilesProjection, [recorded(stream, life, true)])).toEqual([]);
  });

  it('still finds the card of someone who was erased while it was saved', async () => {
    const [doc] = await folded(profilesProjection, [recorded(stream, [saved()], true)]);
    expect(doc).toMatchObject({
      ownerId: 'a-1',
      cardRecord: card.cardRecord,
      email: '',
      personKey: '',
    });
  });
});

describe('what profiles make due', () => {
  const due = jobsProjection([profileDue]);
  const week = saved({ secrets: [{ secret: code, at: AT + 7 * DAY }] });

  it('is looking at an unused code after a week, and later while it is needed', async () => {
    const [row] = await folded(due, [recorded(stream, [week])]);
    expect(row).toMatchObject({ kind: 'forget-secret', dueAt: AT + 7 * DAY });
    expect(secretOfRow(row?.id ?? '')).toEqual({ profileId: 'p-1', secret: code });
    const kept: ProfileEvent = { type: 'SecretKept', data: { secret: code, until: AT + 8 * DAY } };
    expect(await folded(due, [recorded(stream, [week, kept])])).toMatchObject([{ dueAt: AT + 8 * DAY }]);
  });

  it.each([
    ['forgotten', forgotten],
    ['erased', erased],
  ])('is nothing once it is %s', async (_, event) => {
    expect(await folded(due, [recorded(stream, [week, event])])).toEqual([]);
  });
});
