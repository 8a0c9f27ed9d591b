import { jest } from '@jest/globals';
import { type AccountServerUnderTest, startAccountServer } from '@supreme-access/test/fixtures/account-server.js';
import { DAY, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { readProfile } from '@supreme-access/test/fixtures/profile.js';
import { Commands } from '../../event-sourcing/commands.js';
import { randomId } from '../../event-sourcing/ids.js';
import { KeepsRecords, type RecordKeeper } from '../../event-sourcing/record-keepers.js';
import { CardVault } from './card-vault.js';
import { ForgetSecrets } from './forget-secrets.worker.js';
import { profile } from './profile.js';
import { ProfileErasure } from './profile-erasure.js';
import { Profiles } from './profiles.js';
import { NamedRecords } from './referenced-secrets.js';

let needed = false;

@KeepsRecords()
class Orders implements RecordKeeper {
  readonly records = [];
  named = async () => new Set<string>();
  needs = async () => needed;
}

describe('cards and codes nobody needs any more', () => {
  let server: AccountServerUnderTest;
  beforeAll(async () => {
    server = await startAccountServer([Orders]);
  });
  afterAll(() => server?.stop());

  async function given(kind: 'card' | 'code' = 'card') {
    const [profileId, accountId] = [randomId(), randomId()];
    const owner = { accountId, subject: `account-${accountId}` };
    const saved = await server.app
      .get(Profiles)
      .save(profileId, owner, readProfile, { ...metadata, commandId: randomId() });
    const { cardRecord, codeRecord } = saved.state.card ?? {};
    const record = (kind === 'card' ? cardRecord : codeRecord) ?? '';
    const id = `${kind}:${record}:${profileId}`;
    const row = { kind: 'forget-secret', id, dueAt: Date.now() + 7 * DAY, attempt: 0, cause: 'e-1' };
    const cards = server.app.get(CardVault);
    const events = async () => {
      const types: string[] = [];
      for await (const { type } of server.platform.log.readStream(`profile-${profileId}`)) types.push(type);
      return types;
    };
    const state = async () => (await server.app.get(Commands).state(profile, profileId)).card;
    const isThere = async () => (kind === 'card' ? await cards.card(record) : await cards.code(record)) !== null;
    return { profileId, owner, row, record, state, isThere, events };
  }
  const work = (row: Parameters<ForgetSecrets['work']>[0]) => server.app.get(ForgetSecrets).work(row);

  it('are kept while an order needs them', async () => {
    const { row, isThere, events } = await given();
    needed = true;
    await work(row);
    expect([await isThere(), await events()]).toEqual([true, ['ProfileSaved', 'SecretKept']]);
  });

  it('are kept while the read models may not know who needs them; a code is not asked for', async () => {
    const [{ row, isThere, events }, code] = [await given('card'), await given('code')];
    needed = false;
    const knows = jest.spyOn(server.platform.projector, 'knowsAll').mockResolvedValue(false);
    const worked = await work(row);
    await work(code.row);
    knows.mockRestore();
    expect(worked).toEqual({ rescheduleAt: expect.any(Number) });
    expect([await isThere(), await events()]).toEqual([true, ['ProfileSaved']]);
    expect(await code.events()).toEqual(['ProfileSaved', 'SecretForgotten']);
  });

  it('are removed once, whoever is asked again or at the same time', async () => {
    const { row, isThere, events, state } = await given();
    needed = false;
    await Promise.all([work(row), work(row)]);
    await work(row);
    expect([await isThere(), await events()]).toEqual([false, ['ProfileSaved', 'SecretForgotten']]);
    expect(await state()).toBeNull();
  });

  it('are offered no more before they are removed: a code goes once every order that names it is known', async () => {
    const { row, isThere, events, state, record } = await given('code');
    needed = true;
    await Promise.all([work(row), work(row)]);
    expect([await isThere(), await events()]).toEqual([true, ['ProfileSaved', 'SecretForgotten']]);
    expect([record, await state()]).toEqual([expect.any(String), expect.objectContaining({ codeRecord: null })]);
  });

  it('are left to the worker by the sweep, once replaced, by a clock ahead too: a reservation that runs may still name them', async () => {
    const { profileId, record, owner } = await given();
    const { state } = await server.app
      .get(Profiles)
      .save(profileId, owner, readProfile, { ...metadata, commandId: randomId() });
    await server.platform.projector.passed(await server.platform.log.head(), 10_000);
    const now = state.card?.cardRecord ?? '';
    expect(now).not.toBe(record);
    const named = server.app.get(NamedRecords);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 1_000);
    const kept = await named.named('card', [record, now]);
    jest.restoreAllMocks();
    expect([...kept]).toEqual(expect.arrayContaining([now, record]));
  });

  it('are gone at once with their person, a code that was just forgotten too', async () => {
    const { row, isThere, profileId } = await given('code');
    await work(row);
    expect(await isThere()).toBe(true);
    await server.app.get(ProfileErasure).eraseProfile(profileId, { ...metadata, commandId: randomId() });
    expect(await isThere()).toBe(false);
  });

  it('are gone for good when the worker died between vault and log', async () => {
    const { row, isThere, events, profileId, record } = await given();
    needed = false;
    await server.app.get(CardVault).forget({ kind: 'card', record });
    await work(row);
    expect([await isThere(), await events()]).toEqual([false, ['ProfileSaved', 'SecretForgotten']]);
    expect((await server.app.get(Commands).state(profile, profileId)).secrets).toHaveLength(1);
  });
});
