import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { type CheckedPart, checkAll } from '../../../../verifiers/page/checks.mjs';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Seals } from '../seals/seals.js';
import { NO_LINK } from './bundled-mails.js';

describe('the evidence bundle of an order', () => {
  let server: OrderServer;
  let orderId = '';
  let email = '';
  beforeAll(async () => {
    server = await OrderServer.start();
    server.sealOnlyOnDemand();
    const { orderId: id, shopper } = await server.order(await server.drop());
    [orderId, email] = [id, shopper.email];
    await server.until(async () => (await server.types(orderId)).includes('MailSent') || undefined);
  });
  afterAll(() => server?.stop());

  const seal = () => server.server.app.get(Seals).seal(workerMetadata('spec'));
  const auditor = () => server.server.platform.sessions.begin('an-auditor', ['shopper', 'auditor'], 0);
  const path = () => `${server.server.url}/api/admin/orders/${orderId}/bundle`;
  const withMails = (body: object, token = server.admin) =>
    fetch(path(), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const whole = () => withMails({ password: server.adminPassword, reason: 'a complaint' });
  const sealed = () => fetch(path(), { headers: { authorization: `Bearer ${auditor()}` } });
  const bytesOf = async (answer: Response) => {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    return Buffer.from(await answer.arrayBuffer());
  };
  const fileOf = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'evidence.zip');
  const checked = async (bytes: Buffer): Promise<CheckedPart | undefined> => {
    return (await checkAll([fileOf(bytes)]))[0];
  };
  const said = async (bytes: Buffer) => {
    const part = await checked(bytes);
    expect(part).toMatchObject({ findings: [], unusable: null });
    return part?.lines.map(({ mark, text }) => `${mark}: ${text}`).join('\n') ?? '';
  };

  it('says before the first seal that none counts it yet', async () => {
    const text = await said(await bytesOf(await sealed()));
    expect(text).toMatch(/^Holds: Every chain of order .* and its mails: /);
    expect(text).toMatch(/Not checked: The slot: no seal counts it yet/);
  });

  it('proves to an auditor, offline, the slot, the receipt and every event, and shows nothing personal', async () => {
    await seal();
    const bytes = await bytesOf(await sealed());
    const text = await said(bytes);
    expect(text).toMatch(/Holds: Seal 1 of .* counts SlotReserved, /);
    expect(text).toMatch(/Holds: The receipt is of this order's slot/);
    expect(text).not.toMatch(/no seal counts/);
    expect(bytes.toString('latin1')).not.toContain(email);
    expect(bytes.toString('latin1')).toContain(`Evidence bundle of order ${orderId}`);
  });

  it('names the event of which a byte was changed', async () => {
    const bytes = await bytesOf(await sealed());
    const at = bytes.indexOf('"type":"MailSent"');
    bytes.write('Mail5ent', at + '"type":"'.length);
    expect((await checked(bytes))?.findings).toEqual([
      expect.stringMatching(/^CHANGED events\.ndjson line \d+: Mail5ent/),
    ]);
  });

  it('holds for an admin, with the password and a reason, the mails too, without a link', async () => {
    const answer = await whole();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const bytes = await bytesOf(answer);
    const text = bytes.toString('utf8');
    expect(text).toContain(`To: ${email}`);
    expect(text).toContain(NO_LINK);
    const mail = text.slice(text.indexOf('To: '), text.indexOf('PK', text.indexOf('To: ')));
    expect(mail).not.toMatch(/https?:/);
    expect(await said(bytes)).toMatch(/Not checked: 1 mail: a copy, which nothing signs/);
  });

  it('holds as well once the key of the seals was replaced, made before or after, by the keys that were noted', async () => {
    const before = await bytesOf(await sealed());
    const keys = async () => (await server.server.app.get(Seals).published(1)).keys.map(({ publicKey }) => publicKey);
    const [first = ''] = await keys();
    await server.done('/api/admin/seals/key', { password: server.adminPassword }, server.admin);
    await server.order(await server.drop());
    await seal();
    const after = await bytesOf(await sealed());
    const found = async (bytes: Buffer, key: string) => (await checkAll([fileOf(bytes)], { key }))[0]?.findings;
    expect([await found(before, ''), await found(before, first)]).toEqual([[], []]);
    expect([await found(after, ''), await found(after, (await keys()).join(' '))]).toEqual([[], []]);
    expect(await found(after, first)).toEqual([expect.stringMatching(/^SEAL .*of another key/)]);
  });

  it.each([
    ['an admin without the password', () => withMails({ reason: 'x' }), 403],
    ['an admin without a reason', () => withMails({ password: server.adminPassword }), 400],
    ['an auditor', () => withMails({ password: 'x', reason: 'x' }, auditor()), 403],
    ['a stranger', () => fetch(path()), 401],
  ])('is refused to %s', async (_who, ask, status) => {
    expect((await ask()).status).toBe(status);
  });
});
