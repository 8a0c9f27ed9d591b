import { AT, DAY, decisions, MINUTE, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { card, otherCard, personal, saved, subject } from '@supreme-access/test/fixtures/profile.js';
import {
  EraseProfile,
  ForgetSecret,
  KeepSecret,
  type ProfileEvent,
  profile,
  RemoveProfile,
  SaveProfile,
  type Secret,
} from './profile.js';

const { given, fold } = decisions(profile);
const save = (change: Partial<SaveProfile['data']> = {}) =>
  new SaveProfile(
    'p-1',
    { accountId: 'a-1', subject, card, keeps: null, matchInfo: true, poBox: false, personal, ...change },
    metadata,
  );
const secret = (kind: Secret['kind'], record: string): Secret => ({ kind, record });
const at = (kind: Secret['kind'], record: string, when: number) => ({ secret: secret(kind, record), at: when });
const unused = [at('code', 'code-1', AT + 7 * DAY)];
const removed: ProfileEvent = {
  type: 'ProfileRemoved',
  data: { secrets: [at('card', 'card-1', AT + 10 * MINUTE), at('code', 'code-1', AT + 10 * MINUTE)] },
};
const erased: ProfileEvent = {
  type: 'PersonalDataErased',
  data: { secrets: [secret('card', 'card-1'), secret('code', 'code-1')] },
};
const forgotten = (kind: Secret['kind'], record: string): ProfileEvent => ({
  type: 'SecretForgotten',
  data: { secret: secret(kind, record) },
});

describe('saving a profile', () => {
  it('names the card, and when its unused code is forgotten', () => {
    given()
      .when(save())
      .makes(saved({ secrets: unused }));
  });
  it('records that a shopper says it is a street, and says nothing of it anywhere else', () => {
    given()
      .when(save({ streetConfirmed: true }))
      .makes(saved({ streetConfirmed: true, secrets: unused }));
    expect(saved().data).not.toHaveProperty('streetConfirmed');
  });
  it('makes a new revision each time, which an order can name', () => {
    const state = fold(saved(), forgotten('code', 'code-1'), saved());
    expect([state.savedRevision, state.revision]).toEqual([2, 2]);
    expect(fold(saved(), forgotten('code', 'code-1')).savedRevision).toBe(0);
  });
  it('replaces a card and looks soon whether the old one is needed still', () => {
    const secrets = [
      at('card', 'card-1', AT + 10 * MINUTE),
      at('code', 'code-1', AT + 10 * MINUTE),
      at('code', 'code-2', AT + 7 * DAY),
    ];
    given(saved({ secrets: unused }))
      .when(save({ card: otherCard }))
      .makes(saved({ ...otherCard, secrets }));
  });
  it('keeps the card when none is given', () => {
    const moved = { ...personal, profileName: 'Office' };
    given(saved({ secrets: unused }))
      .when(save({ card: null, keeps: 'card-1', personal: moved }))
      .makes(saved({ secrets: [], personal: moved }));
  });
  it('is refused without any card', () => {
    given()
      .when(save({ card: null }))
      .refused('card-missing', 'invalid');
    given(saved(), forgotten('card', 'card-1'))
      .when(save({ card: null, keeps: 'card-1' }))
      .refused('card-missing', 'invalid');
  });
  it('is refused when the card to keep was replaced in the meantime', () => {
    given(saved(), saved(otherCard))
      .when(save({ card: null, keeps: 'card-1' }))
      .refused('profile-changed', 'conflict');
  });
  it('is refused to a shopper where a guest has saved it, and to a guest where a shopper has', () => {
    given(saved({ accountId: null }))
      .when(save())
      .refused('not-found', 'not-found');
    given(saved())
      .when(save({ accountId: null }))
      .refused('not-found', 'not-found');
  });
  it('is refused to anybody else, and once it was removed', () => {
    given(saved())
      .when(save({ accountId: 'a-2' }))
      .refused('not-found', 'not-found');
    given(saved(), removed).when(save()).refused('not-found', 'not-found');
  });
  it('forgets a guest’s card as it forgets the code', () => {
    const secrets = [...unused, at('card', 'card-1', AT + 7 * DAY)];
    given()
      .when(save({ accountId: null }))
      .makes(saved({ accountId: null, secrets }));
  });
  it('with a card that has no code names none', () => {
    const codeless = { ...card, codeRecord: null };
    given()
      .when(save({ card: codeless }))
      .makes(saved({ ...codeless, secrets: [] }));
  });
  it('keeps a card whose code is gone, and asks for no code', () => {
    given(saved(), forgotten('code', 'code-1'))
      .when(save({ card: null, keeps: 'card-1' }))
      .makes(saved({ codeRecord: null, secrets: [] }));
  });
  it('is refused once its person was erased', () => {
    given(saved(), erased).when(save()).refused('not-found', 'not-found');
    given(saved(), erased)
      .when(save({ card: null, keeps: 'card-1' }))
      .refused('not-found', 'not-found');
  });
  it('with the same card again lists its records once', () => {
    expect(fold(saved(), saved()).secrets).toEqual([secret('card', 'card-1'), secret('code', 'code-1')]);
  });
});

describe('removing a profile', () => {
  const remove = new RemoveProfile('p-1', { accountId: 'a-1' }, metadata);

  it('looks soon whether its card is needed still', () => {
    given(saved()).when(remove).makes(removed);
    given(saved()).when(remove).onlyOnce();
  });
  it('is refused to anybody else', () => {
    given(saved())
      .when(new RemoveProfile('p-1', { accountId: 'a-2' }, metadata))
      .refused('not-found', 'not-found');
    given().when(remove).refused('not-found', 'not-found');
  });
  it('looks at every card it ever had that is not forgotten yet', () => {
    const secrets = [
      at('card', 'card-1', AT + 10 * MINUTE),
      at('card', 'card-2', AT + 10 * MINUTE),
      at('code', 'code-2', AT + 10 * MINUTE),
    ];
    given(saved(), saved(otherCard), forgotten('code', 'code-1'))
      .when(remove)
      .makes({ type: 'ProfileRemoved', data: { secrets } });
  });
  it('whose person was erased does nothing', () => {
    given(saved(), erased).when(remove).nothing();
    given(saved(), erased)
      .when(new RemoveProfile('p-1', { accountId: 'a-2' }, metadata))
      .refused('not-found', 'not-found');
  });
});

describe('forgetting a card or a code', () => {
  const forget = (kind: Secret['kind'], record: string) =>
    new ForgetSecret('p-1', { secret: secret(kind, record) }, metadata);

  it('is recorded once', () => {
    given(saved()).when(forget('code', 'code-1')).makes(forgotten('code', 'code-1'));
    given(saved()).when(forget('code', 'code-1')).onlyOnce();
  });
  it('leaves the profile its card when only the code goes', () => {
    expect(fold(saved(), forgotten('code', 'code-1')).card).toEqual({ ...card, codeRecord: null });
  });
  it('is put off while an order needs it', () => {
    const data = { secret: secret('card', 'card-1'), until: AT + DAY };
    given(saved())
      .when(new KeepSecret('p-1', data, metadata))
      .makes({ type: 'SecretKept', data });
  });
  it('is put off as often as an order needs it, and leaves the profile as it was', () => {
    const data = { secret: secret('card', 'card-1'), until: AT + 2 * DAY };
    const kept: ProfileEvent = { type: 'SecretKept', data: { ...data, until: AT + DAY } };
    given(saved(), kept)
      .when(new KeepSecret('p-1', data, metadata))
      .makes({ type: 'SecretKept', data });
    expect(fold(saved(), kept)).toEqual({ ...fold(saved()), revision: 1 });
  });
  it('does nothing for what the profile never had', () => {
    given(saved()).when(forget('card', 'card-9')).nothing();
    given(saved()).when(forget('code', 'card-1')).nothing();
  });
  it('of a removed profile is recorded too, until nothing is left', () => {
    given(saved(), removed).when(forget('card', 'card-1')).makes(forgotten('card', 'card-1'));
    const { card: left, secrets } = fold(saved(), removed, forgotten('card', 'card-1'), forgotten('code', 'code-1'));
    expect([left, secrets]).toEqual([null, []]);
  });
  it('that was replaced leaves the card that took its place', () => {
    expect(fold(saved(), saved(otherCard), forgotten('card', 'card-1')).card).toEqual(otherCard);
    expect(fold(saved(), saved(otherCard), forgotten('code', 'code-1')).card).toEqual(otherCard);
  });
  it('is not put off once it is forgotten', () => {
    const data = { secret: secret('card', 'card-1'), until: AT + DAY };
    given(saved(), forgotten('card', 'card-1'))
      .when(new KeepSecret('p-1', data, metadata))
      .nothing();
  });
});

describe('erasing a profile', () => {
  const erase = new EraseProfile('p-1', {}, metadata);

  it('names everything that was in the vault, once', () => {
    const secrets = [
      secret('card', 'card-1'),
      secret('code', 'code-1'),
      secret('card', 'card-2'),
      secret('code', 'code-2'),
    ];
    given(saved(), saved(otherCard)).when(erase).makes({ type: 'PersonalDataErased', data: { secrets } });
    given(saved()).when(erase).onlyOnce();
  });
  it('does nothing where nothing was saved', () => {
    given().when(erase).nothing();
  });
  it('names what a removed profile still has', () => {
    const secrets = [secret('card', 'card-1')];
    given(saved(), removed, forgotten('code', 'code-1'))
      .when(erase)
      .makes({ type: 'PersonalDataErased', data: { secrets } });
  });
  it('leaves nothing to forget', () => {
    given(saved(), erased)
      .when(new ForgetSecret('p-1', { secret: secret('card', 'card-1') }, metadata))
      .nothing();
    expect(fold(saved(), erased)).toMatchObject({ card: null, secrets: [], status: 'erased' });
  });
});
