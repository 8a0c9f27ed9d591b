import { jest } from '@jest/globals';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Role } from '@supreme-access/contract/statuses.js';
import { PartServer } from '@supreme-access/test/fixtures/test-server.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands, commandHandlers } from '../event-sourcing/commands.js';
import { JobReport } from '../jobs/job-report.js';
import { BouncesController } from '../mail/bounces.controller.js';
import { type MailDoc, mailsProjection } from '../mail/mails.projection.js';
import type { Platform } from '../server/platform.js';
import { PlatformModule } from '../server/platform.module.js';
import { IgnoredWebhooks } from './ignored-webhooks.js';
import { InboxController } from './inbox.controller.js';
import { FinishWebhook, inbox, ReceiveWebhook, type StoredWebhook } from './inbox.js';

@Module({})
class InboxPart {}

function inboxOf(platform: Platform): DynamicModule {
  const controllers = [InboxController, BouncesController];
  return {
    module: InboxPart,
    imports: [PlatformModule.of(platform)],
    controllers,
    providers: [...commandHandlers(inbox), IgnoredWebhooks],
  };
}

const webhook = (eventId: string, more: Partial<StoredWebhook> = {}): StoredWebhook => ({
  eventId,
  type: 'payment_intent.succeeded',
  objectId: 'pi_1',
  status: 'succeeded',
  amount: 4_000,
  currency: 'usd',
  created: 1_700_000_000_000,
  livemode: false,
  sha256: 'a'.repeat(64),
  ...more,
});

describe('webhooks and bounced mails for operators', () => {
  let server: PartServer;
  const tokenOf = (...roles: Role[]) =>
    server.platform.sessions.begin('8d0c5e30-0000-4000-8000-000000000001', roles, 0);
  const query = (path: string, filter: object) =>
    server.get(`/api/admin/${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`);

  beforeAll(async () => {
    server = await PartServer.start(inboxOf);
    server.admin = tokenOf('shopper', 'admin');
    const commands = server.app.get(Commands);
    const receive = (record: StoredWebhook) =>
      commands.execute(inbox, new ReceiveWebhook(record.eventId, record, workerMetadata('stripe')));
    await receive(webhook('evt_1', { orderId: 'order-1' }));
    await receive(webhook('evt_2', { type: 'charge.refunded', orderId: 'order-2' }));
    await commands.execute(inbox, new FinishWebhook('evt_1', { outcome: 'charged' }, workerMetadata('stripe')));
    const row: MailDoc = {
      mailId: 'order-1:success',
      about: 'order',
      aboutId: '1',
      kind: 'success',
      accountId: null,
      state: 'bounced',
      requestedAt: 0,
      endedAt: 1_700_000_000_000,
      reason: 'no-mailbox',
      reply: '550 5.1.1',
    };
    const position = await server.platform.log.head();
    await server.platform.models.write(mailsProjection, [{ id: row.mailId, position, document: row }]);
    await server.platform.projector.passed(position, 60_000);
  });
  afterAll(() => server?.stop());

  it('are listed, the latest first, with their outcome or as waiting', async () => {
    const { status, body, headers } = await server.get('/api/admin/webhooks');
    expect([status, headers.get('content-range')]).toEqual([200, 'webhooks 0-1/2']);
    expect(body).toMatchObject([
      { id: 'evt_2', type: 'charge.refunded', orderId: 'order-2', waiting: true, handledAt: null, outcome: null },
      { id: 'evt_1', orderId: 'order-1', amount: 4_000, waiting: false, outcome: 'charged', reason: null },
    ]);
    expect((await query('webhooks', { waiting: true })).body).toHaveLength(1);
    expect((await query('webhooks', { orderId: 'order-1' })).body).toMatchObject([{ id: 'evt_1' }]);
    expect((await server.get('/api/admin/webhooks?range=[1,1]')).body).toMatchObject([{ id: 'evt_1' }]);
  });

  it('are listed with why the last attempt failed, as whoever does the work knows it', async () => {
    const report = server.app.get(JobReport);
    const listed = report.reports.bind(report);
    const spied = jest
      .spyOn(report, 'reports')
      .mockImplementation(async (rows) =>
        (await listed(rows)).map((job) => ({ ...job, reason: 'Stripe could not be reached' })),
      );
    const { body } = await server.get('/api/admin/webhooks');
    spied.mockRestore();
    expect(body).toMatchObject([
      { id: 'evt_2', reason: 'Stripe could not be reached' },
      { id: 'evt_1', reason: null },
    ]);
  });

  it('lists ignored webhooks of others', async () => {
    const ignored = server.app.get(IgnoredWebhooks);
    ignored.add({ eventId: 'evt_8', type: 'payment_intent.succeeded', foreign: true });
    ignored.add({ eventId: 'evt_9', type: 'payment_intent.succeeded', foreign: false });
    const { body } = await server.get('/api/admin/webhooks/ignored');
    expect(body).toMatchObject({
      count: 2,
      last: [
        { eventId: 'evt_9', why: 'other-mode' },
        { eventId: 'evt_8', why: 'foreign' },
      ],
    });
  });

  it('lists bounces by subject', async () => {
    const { body, headers } = await query('bounces', { about: 'order' });
    expect(headers.get('content-range')).toBe('bounces 0-0/1');
    expect(body).toEqual([
      {
        id: 'order-1:success',
        about: 'order',
        aboutId: '1',
        kind: 'success',
        reason: 'no-mailbox',
        reply: '550 5.1.1',
        at: '2023-11-14T22:13:20.000Z',
      },
    ]);
  });

  it('refuses what it cannot read, and is for admins and auditors', async () => {
    for (const path of ['webhooks', 'bounces']) {
      expect((await server.get(`/api/admin/${path}?range=[5,1]`)).status).toBe(400);
      expect((await query(path, { secret: 1 })).code).toBe('list-query-invalid');
      const answers = [null, tokenOf('shopper'), tokenOf('auditor')].map((token) =>
        server.get(`/api/admin/${path}`, token),
      );
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 403, 200]);
    }
  });
});
