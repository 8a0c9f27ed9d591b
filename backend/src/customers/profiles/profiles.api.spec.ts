import type { ProfileView } from '@supreme-access/contract/shapes/people.js';
import { type AccountServerUnderTest, startAccountServer } from '@supreme-access/test/fixtures/account-server.js';
import { metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { sentProfile, shipping } from '@supreme-access/test/fixtures/profile.js';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { randomId } from '../../event-sourcing/ids.js';
import { Reads } from '../../projections/reads.js';
import { CheckoutDataReader } from './checkout-data.js';
import { GuestProfiles } from './guest-profiles.js';
import { profilesProjection } from './profiles.projection.js';

const card = { name: 'Ada Lovelace', number: '4242 4242 4242 4242', code: '123', month: '12', year: '40' };
const profile = { ...sentProfile, phone: '202-555-0143', card };

describe('saved profiles', () => {
  let server: AccountServerUnderTest;
  beforeAll(async () => {
    server = await startAccountServer();
  });
  afterAll(() => server?.stop());

  type Shopper = { uuid: string; token: string };
  const send = async (path: string, { uuid, token }: Shopper, data: object) => {
    const eProfile = await server.encrypt('profile', data, uuid);
    return server.post(`/api/user/profiles/${path}`, { eProfile }, token);
  };
  const list = async ({ token }: Shopper) => {
    const { platform } = server;
    await platform.projector.passed(await platform.log.head(), 60_000);
    const { body } = await server.get('/api/user/profiles', token);
    return body as unknown as { profileId: string; profile: ProfileView }[];
  };

  it('are kept and shown without number and code', async () => {
    const ada = await server.signUp();
    const { status, body } = await send('add', ada, profile);
    expect([status, body.success, body.poBox]).toEqual([200, true, false]);
    const profiles = await list(ada);
    expect(profiles).toEqual([
      {
        profileId: body.profileId,
        profile: {
          profileId: body.profileId,
          profileName: 'Main Profile',
          email: 'ada@example.com',
          phone: '+12025550143',
          shipping,
          billing: shipping,
          matchInfo: true,
          poBox: false,
          card: { name: 'Ada Lovelace', type: 'visa', last4: '4242', month: 12, year: 2040, codeOnFile: true },
        },
      },
    ]);
    expect((await server.get('/api/user/info', ada.token)).body.profiles).toBe(1);
  });

  it('are read back encrypted to a key of the browser', async () => {
    const ada = await server.signUp();
    await send('add', ada, profile);
    await list(ada);
    const pair = await generateKeyPair('ECDH-ES+A256KW', { crv: 'P-256', extractable: true });
    const { kty, crv, x, y } = await exportJWK(pair.publicKey);
    const key = Buffer.from(JSON.stringify({ kty, crv, x, y })).toString('base64url');
    const { body } = await server.get('/api/user/profiles', ada.token, { 'x-client-key': key });
    const [first] = body as unknown as { profileId: string; eProfile: string; profile?: unknown }[];
    expect(first?.profile).toBeUndefined();
    const { plaintext } = await compactDecrypt(first?.eProfile ?? '', pair.privateKey);
    expect(JSON.parse(new TextDecoder().decode(plaintext)).data).toMatchObject({
      profileName: 'Main Profile',
      card: { last4: '4242' },
    });
  });

  it.each([
    ['what is no key', 'x'],
    ['a point off the curve', { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) }],
  ])('are refused to %s, whether there are any or none', async (_what, sent) => {
    const ada = await server.signUp();
    const key = typeof sent === 'string' ? sent : Buffer.from(JSON.stringify(sent)).toString('base64url');
    const ask = () => server.get('/api/user/profiles', ada.token, { 'x-client-key': key });
    const refused = { status: 400, body: { success: false, code: 'client-key-invalid' } };

    expect(await ask()).toMatchObject(refused);
    await send('add', ada, profile);
    await list(ada);
    expect(await ask()).toMatchObject(refused);
  });

  it('are edited; leaving the card out keeps it', async () => {
    const ada = await server.signUp();
    const { profileId } = (await send('add', ada, profile)).body;
    const { card: _, ...kept } = profile;
    const billing = { ...shipping, address1: '11 Wall Street' };
    await send('edit', ada, { ...kept, profileId, profileName: 'Office', matchInfo: false, billing });
    const [edited] = await list(ada);
    expect(edited?.profile).toMatchObject({
      profileId,
      profileName: 'Office',
      billing,
      matchInfo: false,
      card: { last4: '4242', codeOnFile: true },
    });
    await send('edit', ada, { ...profile, profileId, card: { ...card, number: '5555555555554444' } });
    expect((await list(ada))[0]?.profile.card).toMatchObject({ type: 'mastercard', last4: '4444' });
  });

  it('warn about PO boxes', async () => {
    const ada = await server.signUp();
    const { body } = await send('add', ada, { ...profile, shipping: { ...shipping, address1: 'P.O. Box 12' } });
    expect(body.poBox).toBe(true);
  });

  it('ship to a street that looks like a PO box once its shopper says so, and the log keeps that word', async () => {
    const ada = await server.signUp();
    const boxRoad = { ...profile, shipping: { ...shipping, address1: 'Box 12' }, streetConfirmed: true };
    expect((await send('add', ada, boxRoad)).body.poBox).toBe(false);
    await send('add', ada, { ...profile, streetConfirmed: true });
    const profiles = (await list(ada)).map(({ profile: { poBox, streetConfirmed } }) => ({ poBox, streetConfirmed }));
    expect(profiles).toEqual([{ poBox: false, streetConfirmed: true }, { poBox: false }]);
  });

  it('are read however their phone, card, zip and code were typed', async () => {
    const ada = await server.signUp();
    const typed = {
      ...profile,
      phone: ' +1 (202) 555 - 0143 ',
      shipping: { ...shipping, zip: '１０１１８ - 1234' },
      card: { ...card, number: '\u00a04242-4242-4242-4242', code: ' 1 2 3 ', month: '１２', year: '2040' },
    };
    expect((await send('add', ada, typed)).status).toBe(200);
    expect((await list(ada))[0]?.profile).toMatchObject({
      phone: '+12025550143',
      shipping: { zip: '10118-1234' },
      card: { last4: '4242', month: 12, year: 2040 },
    });
  });

  it.each([
    ['an id without an end', 'x'.repeat(5_000)],
    ['an id of control characters', 'a\u0000b'],
  ])('are not found by %s', async (_, profileId) => {
    const ada = await server.signUp();
    const { status, body } = await send('edit', ada, { ...profile, profileId });
    expect([status, body.code]).toEqual([404, 'not-found']);
  });

  it('are removed', async () => {
    const ada = await server.signUp();
    const { profileId } = (await send('add', ada, profile)).body;
    expect((await server.post('/api/user/profiles/remove', { profileId }, ada.token)).status).toBe(200);
    expect(await list(ada)).toEqual([]);
  });

  it('are nobody else’s', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()];
    const { profileId } = (await send('add', ada, profile)).body;
    expect((await send('edit', bob, { ...profile, profileId })).status).toBe(404);
    expect((await server.post('/api/user/profiles/remove', { profileId }, bob.token)).status).toBe(404);
    expect((await server.post('/api/user/profiles/remove', { profileId: 'unknown' }, bob.token)).status).toBe(404);
    expect((await server.get('/api/user/profiles')).status).toBe(401);
  });

  it.each([
    ['no name', { profileName: '' }],
    ['no mail', { email: 'ada' }],
    ['a number nobody can call', { phone: '12' }],
    ['a phone with a digit too many', { phone: '+1 202 555 0143 2025' }],
    ['no last name', { shipping: { ...shipping, lastName: '' } }],
    ['no city', { shipping: { ...shipping, city: '' } }],
    ['no card', { card: undefined }],
    ['a card that is no test card', { card: { ...card, number: '4111111111111111' } }],
    ['a blocked card', { card: { ...card, number: '4859 0000 0000 0000' } }],
    ['an expired card', { card: { ...card, year: '2020' } }],
  ])('are refused with %s', async (_, change) => {
    const ada = await server.signUp();
    const { status, body } = await send('add', ada, { ...profile, ...change });
    expect([status, body.error]).toEqual([400, 'Please double check your information.']);
    expect(await list(ada)).toEqual([]);
  });

  it('are taken from an encrypted text once, and only from its owner', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()];
    const eProfile = await server.encrypt('profile', profile, ada.uuid);
    const add = (token: string, more = {}) => server.post('/api/user/profiles/add', { eProfile }, token, more);
    expect((await add(bob.token)).status).toBe(400);
    const first = await add(ada.token, { 'idempotency-key': 'k-1' });
    expect(first.status).toBe(200);
    expect((await add(ada.token)).body.error).toBe('Please double check your information.');
    expect((await add(ada.token, { 'idempotency-key': 'k-1' })).body).toEqual(first.body);
    expect(await list(ada)).toHaveLength(1);
  });

  it('are a hundred at most, and the request that saved the last one may come again', async () => {
    const ada = await server.signUp();
    const add = async (key: string) => {
      const eProfile = await server.encrypt('profile', profile, ada.uuid);
      const again = () => server.post('/api/user/profiles/add', { eProfile }, ada.token, { 'idempotency-key': key });
      return { first: await again(), again };
    };
    const saved = await Promise.all(Array.from({ length: 100 }, (_, index) => add(`k-${index}`)));
    expect(await list(ada)).toHaveLength(100);
    const last = saved[99];
    expect((await last?.again())?.body).toEqual(last?.first.body);
    expect((await add('k-100')).first.body.code).toBe('too-many-profiles');
  });

  it('give a checkout the very save an order was made with', async () => {
    const ada = await server.signUp();
    const { profileId } = (await send('add', ada, profile)).body;
    await list(ada);
    const doc = await server.app.get(Reads).get(profilesProjection, String(profileId));
    if (!doc) throw new Error('no profile');
    await send('edit', ada, { ...profile, profileId, shipping: { ...shipping, address1: '11 Wall Street' }, card });
    const reader = server.app.get(CheckoutDataReader);
    const reserved = { profileId: doc.profileId, profileRevision: doc.revision, cardRecord: doc.cardRecord };
    const load = () => reader.load(reserved, doc.codeRecord);
    expect(await load()).toEqual({
      shipping,
      billing: shipping,
      email: 'ada@example.com',
      phone: '+12025550143',
      card: { name: 'Ada Lovelace', number: '4242424242424242', month: 12, year: 2040, code: '123' },
    });
    await server.platform.vault.erase('code', doc.codeRecord ?? '');
    expect(await load()).toBe('code-gone');
    expect(await reader.buyer(reserved)).toMatchObject({ shipping, card: { number: '4242424242424242' } });
    await server.platform.vault.erase('card', doc.cardRecord);
    expect([await load(), await reader.buyer(reserved)]).toEqual(['gone', 'gone']);
  });

  it('of guests belong to one order and go with it', async () => {
    const guests = server.app.get(GuestProfiles);
    const orderId = randomId();
    const aco = {
      shipping: { ...shipping, country: 'GB', zip: 'SW1A 1AA', city: 'London', state: '' },
      card,
      email: 'guest@example.com',
      phone: '+447911123456',
    };
    const own = { ...metadata, commandId: randomId() };
    const saved = await guests.save({ orderId, aco, metadata: own });
    expect(saved).toMatchObject({
      profileId: orderId,
      revision: 0,
      poBox: false,
      email: 'guest@example.com',
      name: 'Ada Lovelace',
    });
    expect(await guests.save({ orderId, aco, metadata: own })).toEqual(saved);
    const reserved = { profileId: orderId, profileRevision: 0, cardRecord: saved.cardRecord };
    const load = () => server.app.get(CheckoutDataReader).load(reserved, saved.codeRecord);
    expect(await load()).toMatchObject({ shipping: { city: 'London', state: '' }, card: { code: '123' } });

    await guests.erase(orderId, { ...metadata, commandId: randomId() });
    expect(await load()).toBe('gone');
    await expect(guests.save({ orderId: randomId(), aco: { ...aco, card: {} }, metadata })).rejects.toMatchObject({
      code: 'aco-invalid',
    });
  });
});
