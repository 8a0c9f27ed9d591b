import { type AccountServerUnderTest, startAccountServer } from '@supreme-access/test/fixtures/account-server.js';
import { DAY, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { slot } from '@supreme-access/test/fixtures/order.js';
import { readProfile } from '@supreme-access/test/fixtures/profile.js';
import { CardVault } from '../customers/profiles/card-vault.js';
import { Profiles } from '../customers/profiles/profiles.js';
import { randomId } from '../event-sourcing/ids.js';
import { ForgetCodes } from '../orders/forget-codes.js';
import { ForgottenCodes } from '../orders/forgotten-codes.js';
import { order, PlaceOrder } from '../orders/order.js';
import type { VaultKind } from '../stores/vault/vault.js';
import { VaultSweep } from './vault-sweep.js';

describe('records of the vault, a day later', () => {
  let server: AccountServerUnderTest;
  beforeAll(async () => {
    server = await startAccountServer([ForgetCodes, ForgottenCodes]);
  });
  afterAll(() => server?.stop());
  afterEach(() => {
    server.clock.ahead = 0;
  });

  async function aDayLater(): Promise<void> {
    const { log, projector } = server.platform;
    await projector.passed(await log.head(), 60_000);
    server.clock.ahead = DAY + 60_000;
    await server.app.get(VaultSweep).sweep();
  }
  const isThere = async (kind: VaultKind, record: string) => {
    const entry = await server.platform.vault.get(kind, record);
    return entry !== undefined && entry !== 'erased';
  };
  const cardsOf = () => server.app.get(CardVault).keep(readProfile.card);

  it('that nothing names are gone', async () => {
    const { cardRecord, codeRecord } = await cardsOf();
    const password = randomId();
    await server.platform.vault.put('password', password, 'a hash');
    await aDayLater();
    const left = [isThere('card', cardRecord), isThere('code', codeRecord), isThere('password', password)];
    expect(await Promise.all(left)).toEqual([false, false, false]);
  });

  it('that a profile names are there', async () => {
    const owner = { accountId: 'a-1', subject: 'account-a-1' };
    const { state } = await server.app.get(Profiles).save(randomId(), owner, readProfile, {
      ...metadata,
      commandId: randomId(),
    });
    const { cardRecord = '', codeRecord = '' } = state.card ?? {};
    await aDayLater();
    expect(await Promise.all([isThere('card', cardRecord), isThere('code', codeRecord ?? '')])).toEqual([true, true]);
  });

  it('that only an order names are there', async () => {
    const { cardRecord, codeRecord } = await cardsOf();
    const orderId = randomId();
    const placed = { ...slot, orderId, cardRecord, codeRecord };
    await server.platform.streams.handle(order, new PlaceOrder(orderId, placed, { ...metadata, commandId: orderId }));
    await aDayLater();
    expect(await Promise.all([isThere('card', cardRecord), isThere('code', codeRecord)])).toEqual([true, true]);
  });

  it('that an account signs in with are there, those of its earlier passwords are not', async () => {
    const { email, password, token } = await server.signUp();
    const hashes = async () => {
      const ids = new Set<string>();
      for await (const { id } of server.platform.vault.list('password')) ids.add(id);
      return ids;
    };
    await server.post('/api/user/password', { password, newPassword: 'another horse 8' }, token);
    await aDayLater();
    server.clock.ahead = 0;
    expect((await server.post('/login', { email, password: 'another horse 8' })).status).toBe(200);
    expect((await hashes()).size).toBe(1);
  });
});
