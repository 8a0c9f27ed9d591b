import { dueProjection } from '../platform/due/due.projection.js';
import { AT, DAY } from '../platform/given.fixture.js';
import { folded, recorded } from '../platform/projections/recorded.fixture.js';
import { profileDue, secretOfRow } from './profile.due.js';
import { card, otherCard, saved, savedBefore, subject } from './profile.fixture.js';
import type { ProfileEvent, Secret } from './profile.js';
import { profilesProjection, profileView } from './profiles.projection.js';

const stream = 'profile-p-1';
const code: Secret = { kind: 'code', record: 'code-1' };
const forgotten: ProfileEvent = { type: 'SecretForgotten', data: { secret: code } };
const retired: ProfileEvent = { type: 'CodeRetired', data: { secret: code, until: AT + DAY } };
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

  it('offers a retired code no more', async () => {
    const [doc] = await folded(profilesProjection, [recorded(stream, [saved(), retired])]);
    expect(doc).toMatchObject({ revision: 0, codeRecord: null, cardRecord: 'card-1' });
  });

  it('gives a removed profile to nobody and remembers whose it was', async () => {
    const [doc] = await folded(profilesProjection, [recorded(stream, [saved(), removed])]);
    expect(doc).toMatchObject({ accountId: null, ownerId: 'a-1' });
  });

  it("has the person's key of version 2 once it is added, to the very save it was computed from", async () => {
    const personal = { personKey2: 'later' };
    const added: ProfileEvent = {
      type: 'PersonKeyAdded',
      data: { savedRevision: 0, personVersion: 2, personal },
      subject,
    };
    const keys = async (...events: ProfileEvent[]) => {
      const [doc] = await folded(profilesProjection, [recorded(stream, events)]);
      return [doc?.personKey, doc?.personKey2];
    };
    expect(await keys(saved())).toEqual(['person-1', 'person-1, version 2']);
    expect(await keys(savedBefore())).toEqual(['person-1', null]);
    expect(await keys(savedBefore(), added)).toEqual(['person-1', 'later']);
    expect(await keys(savedBefore(), savedBefore(otherCard), added)).toEqual(['person-1', null]);
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
      personKey2: null,
    });
  });
});

describe('what profiles make due', () => {
  const due = dueProjection([profileDue]);
  const week = saved({ secrets: [{ secret: code, at: AT + 7 * DAY }] });

  it('is looking at an unused code after a week, and later while it is needed', async () => {
    const [row] = await folded(due, [recorded(stream, [week])]);
    expect(row).toMatchObject({ kind: 'forget-secret', dueAt: AT + 7 * DAY });
    expect(secretOfRow(row?.id ?? '')).toEqual({ profileId: 'p-1', secret: code });
    const kept: ProfileEvent = { type: 'SecretKept', data: { secret: code, until: AT + 8 * DAY } };
    expect(await folded(due, [recorded(stream, [week, kept])])).toMatchObject([{ dueAt: AT + 8 * DAY }]);
    expect(await folded(due, [recorded(stream, [week, retired])])).toMatchObject([{ dueAt: AT + DAY }]);
  });

  it("is adding the person's key of version 2 to what an account saved before, until it is there or of no use", async () => {
    const rows = async (...events: ProfileEvent[]) =>
      (await folded(due, [recorded(stream, events)])).map(({ kind, id }) => `${kind} ${id}`);
    const added: ProfileEvent = {
      type: 'PersonKeyAdded',
      data: { savedRevision: 0, personVersion: 2, personal: { personKey2: 'later' } },
      subject,
    };
    const before = savedBefore();
    const cardGone: ProfileEvent = { type: 'SecretForgotten', data: { secret: { kind: 'card', record: 'card-1' } } };
    expect(await rows(before)).toEqual(['add-person-key p-1']);
    for (const event of [added, saved(), removed, erased, cardGone])
      expect(await rows(before, event)).not.toContain('add-person-key p-1');
    expect(await rows(savedBefore({ accountId: null }))).toEqual([]);
    expect(await rows(saved())).toEqual([]);
  });

  it.each([
    ['forgotten', forgotten],
    ['erased', erased],
  ])('is nothing once it is %s', async (_, event) => {
    expect(await folded(due, [recorded(stream, [week, event])])).toEqual([]);
  });
});
