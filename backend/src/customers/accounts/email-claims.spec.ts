import {
  type AccountServerUnderTest,
  follow,
  startAccountServer,
  verify,
} from '@supreme-access/test/fixtures/account-server.js';
import { MINUTE } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { randomId } from '../../event-sourcing/ids.js';
import { Streams } from '../../event-sourcing/streams.js';
import { account } from './account.js';
import { RevokeSessions } from './account-security.js';
import { ClaimEmail, email as emails } from './email.js';
import { EmailClaims, isMailable } from './email-claims.js';

const password = 'correct horse 7';

describe('mails can be sent', () => {
  it.each([
    ['ada@example.org', true],
    ['"a b"@example.org', false],
    ['a\ud800@example.org', false],
    ['ada@\udc00.org', false],
    ['\udc00\ud800', false],
  ])('to %j: %s', (address, isFine) => {
    expect(isMailable(address)).toBe(isFine);
  });
});

describe('what a crash leaves behind', () => {
  let server: AccountServerUnderTest;
  beforeAll(async () => {
    server = await startAccountServer();
  });
  afterAll(() => server?.stop());
  afterEach(() => {
    server.clock.ahead = 0;
  });

  /** The address is claimed, and then the process dies. */
  const claim = (address: string, accountId: string) => {
    const key = server.app.get(EmailClaims).keyOf(address);
    return server.app.get(Commands).execute(emails, new ClaimEmail(key, { accountId }, workerMetadata('test')));
  };

  it('a claim without an account is completed by the next registrant, under the same id', async () => {
    const accountId = randomId();
    await claim('half@example.com', accountId);
    const { status, body } = await server.post('/register', { email: 'half@example.com', password });
    expect([status, body.uuid]).toEqual([200, accountId]);
    expect((await server.post('/login', { email: 'half@example.com', password })).body.uuid).toBe(accountId);
  });

  it('a claim for a change that never came is free again after a minute', async () => {
    const { uuid } = await server.signUp();
    await claim('wanted@example.com', uuid);
    const register = () => server.post('/register', { email: 'wanted@example.com', password });
    expect((await register()).status).toBe(409);
    server.clock.ahead = 2 * MINUTE;
    expect((await register()).status).toBe(200);
  });

  it('a claim whose move is tried once more is nobody else’s meanwhile', async () => {
    const { uuid } = await server.signUp();
    await claim('twice@example.com', uuid);
    server.clock.ahead = 2 * MINUTE;
    await claim('twice@example.com', uuid);
    expect((await server.post('/register', { email: 'twice@example.com', password })).status).toBe(409);
  });

  it('a claim by an undo that an erasure overtook is free again after a minute', async () => {
    const { email, uuid } = await server.signUp();
    const { token: own } = await verify(server, email, password);
    const moved = `moved-${email}`;
    await server.post('/api/user/updateProfile', { updates: { email: moved }, password }, String(own));
    const { token: last } = await follow(server, tokenOf(await server.mail('move-email', moved)), { password });
    expect((await server.post('/api/user/erase', { password }, String(last))).status).toBe(200);
    await claim(email, uuid);
    expect((await server.post('/register', { email, password })).status).toBe(409);
    server.clock.ahead = 2 * MINUTE;
    expect((await server.post('/register', { email, password })).status).toBe(200);
  });

  it('a claim that is in use is nobody else’s, however old', async () => {
    const { email } = await server.signUp();
    server.clock.ahead = 60 * MINUTE;
    expect((await server.post('/register', { email, password })).status).toBe(409);
  });
});

describe('sessions that another process ended', () => {
  let server: AccountServerUnderTest;
  beforeAll(async () => {
    server = await startAccountServer();
  });
  afterAll(() => server?.stop());

  it('are over here too, once the log has said so', async () => {
    const { uuid, token } = await server.signUp();
    const elsewhere = new RevokeSessions(uuid, { reason: 'stolen' }, workerMetadata('test'));
    const { position } = await server.app.get(Streams).handle(account, elsewhere);
    await server.platform.projector.passed(position, 60_000);
    expect((await server.get('/api/user/info', token)).status).toBe(401);
  });
});
