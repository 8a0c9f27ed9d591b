import { jest } from '@jest/globals';
import { type AccountServerUnderTest, startAccountServer } from '@supreme-access/test/fixtures/account-server.js';
import { randomId } from '../../event-sourcing/ids.js';
import { EmailClaims } from './email-claims.js';
import { MakeStaff, StaffRoles } from './staffing.js';

afterAll(() => void jest.restoreAllMocks());

describe('the first admin', () => {
  let server: AccountServerUnderTest;
  beforeAll(async () => {
    server = await startAccountServer();
  });
  afterAll(() => server?.stop());

  it('has no password that production made up: the operator chooses it, or none is made', async () => {
    const production = jest.replaceProperty(server.platform.config, 'production', true);
    await expect(server.app.get(MakeStaff).ensureAdmin()).rejects.toThrow('ADMIN_PASSWORD is required');
    await expect(server.app.get(MakeStaff).appoint('new@example.org', 'auditor', null)).rejects.toThrow(
      'ADMIN_PASSWORD is required',
    );
    expect(await server.app.get(StaffRoles).hasAdmin()).toBe(false);
    production.restore();
  });

  it('is made although another process that began at once has claimed the address and goes no further', async () => {
    const claims = server.app.get(EmailClaims);
    const claim = claims.claim.bind(claims);
    jest.spyOn(claims, 'claim').mockImplementationOnce(async (key, accountId, metadata) => {
      await claim(key, randomId(), metadata);
      await claim(key, accountId, metadata);
    });
    const { email, password } = await server.app.get(MakeStaff).ensureAdmin();
    const { body } = await server.post('/login', { email, password });
    expect(body).toMatchObject({ success: true, isAdmin: true });
  });
});
