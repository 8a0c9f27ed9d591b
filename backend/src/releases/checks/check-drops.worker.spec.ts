import { type DynamicModule, Module } from '@nestjs/common';
import { all } from '@supreme-access/test/fixtures/event-log.js';
import { requestedMails } from '@supreme-access/test/fixtures/mailbox.js';
import { facts, request } from '@supreme-access/test/fixtures/product.js';
import { PartServer } from '@supreme-access/test/fixtures/test-server.js';
import { CancelDrop, CreateProduct, EditProduct, product, StartRelease } from '../../catalogue/products/product.js';
import { ReserveSlot } from '../../catalogue/products/slots.js';
import { GrantRole, STAFF, staff } from '../../customers/access/staff.js';
import { accountsProjection } from '../../customers/accounts/accounts.projection.js';
import { CardVault } from '../../customers/profiles/card-vault.js';
import { SecurityCodes } from '../../customers/profiles/security-codes.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands, commandHandlers } from '../../event-sourcing/commands.js';
import { randomId } from '../../event-sourcing/ids.js';
import { lastOf } from '../../event-sourcing/reading.js';
import { mail } from '../../mail/mail.js';
import { MailModule } from '../../mail/mail.module.js';
import { MailNotSent, MailTransport } from '../../mail/transport.js';
import { OpenOrders } from '../../orders/open-orders.js';
import { order } from '../../orders/order.js';
import { Orders } from '../../orders/orders.js';
import { ordersProjection } from '../../orders/orders.projection.js';
import type { Projection } from '../../projections/projection.js';
import { Reads } from '../../projections/reads.js';
import { Discovery } from '../../retailers/directory/discovery.js';
import type { ListingAnswer } from '../../retailers/retailer.js';
import type { Platform } from '../../server/platform.js';
import { PlatformModule } from '../../server/platform.module.js';
import { NO_STREAM } from '../../stores/event-log/event-log.js';
import type { Ping } from '../../stripe/ping.js';
import { StripeGateway } from '../../stripe/stripe-gateway.js';
import { CheckoutAttempt } from '../checkout-attempt.js';
import { CheckDrops } from './check-drops.worker.js';
import { CheckMails } from './check-mails.js';
import { ChecksController } from './checks.controller.js';
import { type Checked, dropCheck } from './drop-check.js';
import { DropChecks } from './drop-checks.js';
import { HolderChecks } from './holder-checks.js';
import { PartnerChecks } from './partner-checks.js';
import { RetailChecks } from './retail-checks.js';
import { TrialCheckouts } from './trial-checkouts.js';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const DAY = 24 * HOUR;
const LISTED = {
  kind: 'listed',
  productId: 'box-hoodie',
  title: 'Box Hoodie',
  opensAt: null,
  stock: [{ size: 'm', style: 'Ink', quantity: 9 }],
} satisfies ListingAnswer;
const OPERATOR = '8d0c5e30-0000-4000-8000-000000000001';
const GOOD_CARD = { name: 'Ada', number: '4242424242424242', month: 12, year: 2099 };

/** What the partners and the vault answer; a spec changes it. */
const world = {
  retailer: LISTED as ListingAnswer,
  stripe: null as Ping | null,
  mail: null as Error | null,
  /** ms by which Stripe's clock is ahead of ours */
  stripeAhead: 0,
  withoutCode: new Set<string>(),
  cards: new Map<string, { month: number; year: number }>(),
};
const good = () => ({ ...world, retailer: LISTED, stripe: null, mail: null, stripeAhead: 0 });

@Module({})
class ChecksModule {}

function checksOf(platform: Platform): DynamicModule {
  const ping = async (): Promise<Ping> =>
    world.stripe ?? { kind: 'answered', at: Math.floor((platform.clock() + world.stripeAhead) / 1_000) * 1_000 };
  const codes = async (records: readonly (string | null)[]) =>
    new Set(records.flatMap((record) => (record && !world.withoutCode.has(record) ? [record] : [])));
  const providers = [
    ...commandHandlers(dropCheck, mail, product, order, staff),
    { provide: CheckoutAttempt, useValue: { listing: async () => world.retailer } },
    { provide: Discovery, useValue: {} },
    { provide: StripeGateway, useValue: { ping } },
    { provide: SecurityCodes, useValue: { onFile: codes } },
    { provide: CardVault, useValue: { card: async (record: string) => world.cards.get(record) ?? GOOD_CARD } },
    ...[CheckDrops, CheckMails, DropChecks, HolderChecks, PartnerChecks, RetailChecks, TrialCheckouts],
    ...[Orders, OpenOrders],
  ];
  const imports = [PlatformModule.of(platform), MailModule];
  return { module: ChecksModule, imports, providers, controllers: [ChecksController] };
}

describe('before a drop', () => {
  let server: PartServer;
  let commands: Commands;
  let count = 0;
  const settled = async () => {
    const { projector, log } = server.platform;
    if (!(await projector.passed(await log.head(), 60_000))) throw new Error('the projections lag');
  };

  beforeAll(async () => {
    server = await PartServer.start(checksOf);
    server.platform.startup.isOver = true;
    server.admin = server.platform.sessions.begin(OPERATOR, ['shopper', 'admin'], 0);
    commands = server.app.get(Commands);
    const { app } = server;
    const transport = app.get(MailTransport);
    const verify = transport.verify.bind(transport);
    transport.verify = async () => (world.mail ? Promise.reject(world.mail) : verify());
    const appoint = new GrantRole(STAFF, { accountId: OPERATOR, role: 'admin' }, workerMetadata('spec'));
    await commands.execute(staff, appoint);
    const operator = {
      accountId: OPERATOR,
      email: 'operator@example.org',
      name: 'Olga',
      erased: false,
      words: [],
    };
    await server.platform.models.write(accountsProjection as Projection<unknown>, [
      { id: OPERATOR, position: 1, document: operator },
    ]);
  });
  afterAll(() => server?.stop());
  beforeEach(() => {
    Object.assign(world, good());
    world.withoutCode.clear();
    world.cards.clear();
    server.clock.ahead = 0;
  });

  const now = () => server.platform.clock();
  /** A drop a day and an hour ahead. */
  async function aDrop(ahead = DAY + HOUR): Promise<{ id: string; releaseAt: number }> {
    count += 1;
    const id = `drop-${count}`;
    const releaseAt = now() + ahead;
    await commands.execute(
      product,
      new CreateProduct(id, { ...facts, totalStock: 9, releaseAt }, workerMetadata('spec')),
    );
    return { id, releaseAt };
  }
  async function holder(id: string, n: number): Promise<string> {
    const orderId = randomId();
    const input = { ...request(n), orderId, cardRecord: `${id}-card-${n}`, codeRecord: `${id}-code-${n}` };
    const personal = { email: `holder-${n}@example.org`, name: 'Ada Lovelace' };
    const data = { ...input, profileId: `${id}-${n}`, subject: `account-${input.accountId}`, keyed: true, personal };
    await commands.execute(product, new ReserveSlot(id, data, workerMetadata('spec')));
    return orderId;
  }
  async function work(id: string, releaseAt: number, at: string): Promise<void> {
    await settled();
    const row = { kind: 'check-drop', id: `${id}:${releaseAt}:${at}`, dueAt: 0, attempt: 0, cause: 'e-1' };
    const { signal } = new AbortController();
    await server.app.get(CheckDrops).work(row, signal, signal);
    await settled();
  }
  const checks = async (id: string) => (await commands.state(dropCheck, id)).checks;
  const events = async (id: string) => {
    const types: unknown[] = [];
    for await (const { type, data } of server.platform.log.readStream(`check-${id}`)) {
      types.push(type === 'DropCheckSkipped' ? [type, data.reason] : type);
    }
    return types;
  };
  const mailsDue = async (id: string) => {
    const due = await server.platform.jobRunner.rows.find({ where: { kind: 'mail' } });
    return due.filter((row) => row.id.startsWith(`check-${id}:`));
  };
  const not = (check: Checked | undefined) =>
    check?.findings
      .filter(({ level }) => level !== 'ok')
      .map(({ check: name, level, reason, count }) =>
        count === null ? [name, level, reason] : [name, level, reason, count],
      );

  it('nothing is told of a drop that lacks nothing', async () => {
    const { id, releaseAt } = await aDrop();
    await holder(id, 1);
    await work(id, releaseAt, 'T-24h');
    const [check] = await checks(id);
    expect(check?.findings.map(({ check: name, level }) => [name, level])).toEqual(
      ['sale', 'retailer', 'stripe', 'mail', 'clock', 'codes', 'cards'].map((name) => [name, 'ok']),
    );
    expect([check?.at, check?.operators, await mailsDue(id)]).toEqual(['T-24h', [], []]);
  });

  it.each([
    [
      'a retailer that does not answer',
      { retailer: { kind: 'unknown', cause: 'connection' } },
      ['retailer', 'red', 'no-answer'],
    ],
    [
      'a retailer that refuses our key',
      { retailer: { kind: 'unknown', cause: 'unauthorized' } },
      ['retailer', 'red', 'unauthorized'],
    ],
    [
      'a product that the retailer does not know',
      { retailer: { kind: 'no-such-product' } },
      ['retailer', 'red', 'no-such-product'],
    ],
    ['nothing left at the retailer', { retailer: { ...LISTED, stock: [] } }, ['retailer', 'warn', 'sold-out']],
    [
      'a retailer that opens later',
      { retailer: { ...LISTED, opensAt: Number.MAX_SAFE_INTEGER } },
      ['retailer', 'warn', 'opens-later'],
    ],
    ['a mail server that does not answer', { mail: new Error('socket hang up') }, ['mail', 'red', 'no-answer']],
    [
      'a mail server that refuses us',
      { mail: new MailNotSent({ code: 'EAUTH' } as never) },
      ['mail', 'red', 'refused'],
    ],
  ] as const)('%s is told', async (_, change, expected) => {
    Object.assign(world, change);
    const { id, releaseAt } = await aDrop();
    await work(id, releaseAt, 'T-24h');
    expect(not((await checks(id))[0])).toEqual([expected]);
  });

  it.each([
    [
      'an outage',
      { kind: 'unknown', cause: 'StripeConnectionError' },
      [
        ['stripe', 'red', 'no-answer'],
        ['clock', 'warn', 'clock-unknown'],
      ],
    ],
    [
      'a key that it does not take',
      { kind: 'refused' },
      [
        ['stripe', 'red', 'refused'],
        ['clock', 'warn', 'clock-unknown'],
      ],
    ],
  ] as const)('%s of Stripe is told', async (_, ping, expected) => {
    world.stripe = ping;
    const { id, releaseAt } = await aDrop();
    await work(id, releaseAt, 'T-24h');
    expect(not((await checks(id))[0])).toEqual(expected);
  });

  it.each([
    [1_000, []],
    [4_000, [['clock', 'warn', 'clock-off']]],
    [-9_000, [['clock', 'red', 'clock-off']]],
  ] as const)('a clock that differs by %d ms is judged', async (stripeAhead, expected) => {
    world.stripeAhead = stripeAhead;
    const { id, releaseAt } = await aDrop();
    await work(id, releaseAt, 'T-24h');
    const [check] = await checks(id);
    expect(not(check)?.map((one) => one.slice(0, 3))).toEqual(expected);
    const off = check?.findings.find((one) => one.check === 'clock')?.count ?? 0;
    if (expected.length > 0) expect(Math.abs(off - Math.abs(stripeAhead))).toBeLessThan(1_100);
  });

  it('a product that is switched off is told', async () => {
    const { id, releaseAt } = await aDrop();
    await commands.execute(product, new EditProduct(id, { avail: false }, workerMetadata('spec')));
    await work(id, releaseAt, 'T-24h');
    expect(not((await checks(id))[0])).toEqual([['sale', 'red', 'not-available']]);
  });

  it('orders without a code and with a card that expires are counted; whoever has such a card is told once', async () => {
    const { id, releaseAt } = await aDrop();
    const orders = [await holder(id, 1), await holder(id, 2), await holder(id, 3)];
    world.withoutCode.add(`${id}-code-1`);
    const released = new Date(releaseAt);
    const month = new Date(Date.UTC(released.getUTCFullYear(), released.getUTCMonth() - 1, 1));
    world.cards.set(`${id}-card-2`, { month: month.getUTCMonth() + 1, year: month.getUTCFullYear() });
    // good to the last day of the month of the release
    world.cards.set(`${id}-card-3`, { month: released.getUTCMonth() + 1, year: released.getUTCFullYear() });
    await settled();
    for (const orderId of orders) await server.app.get(Orders).place(orderId, workerMetadata('spec'));
    for (const at of ['T-24h', 'T-30m']) {
      await work(id, releaseAt, at);
      server.clock.ahead += DAY + HOUR - 29 * MINUTE;
    }
    const expected = [
      ['codes', 'red', 'codes-gone', 1],
      ['cards', 'red', 'cards-expire', 1],
    ];
    expect((await checks(id)).map(not)).toEqual([expected, expected]);
    const mails = await Promise.all(orders.map((one) => requestedMails(server.platform.log, `order-${one}`)));
    expect(mails).toEqual([[], [`card-expires:${releaseAt}`], []]);
    expect(await server.platform.models.count(ordersProjection, { productId: id })).toBe(3);
  });

  it('whoever has a card that has expired is told once of a drop without a date, however often it is looked at', async () => {
    count += 1;
    const id = `drop-${count}`;
    await commands.execute(
      product,
      new CreateProduct(id, { ...facts, totalStock: 9, releaseAt: null, releaseTz: null }, workerMetadata('spec')),
    );
    const orderId = await holder(id, 1);
    world.cards.set(`${id}-card-1`, { month: 1, year: 2020 });
    await settled();
    for (let looks = 0; looks < 2; looks += 1) {
      const { body } = await server.post(`/api/admin/products/${id}/check`);
      expect(not(body.check)).toContainEqual(['cards', 'red', 'cards-expire', 1]);
      server.clock.ahead += MINUTE;
    }
    expect(await requestedMails(server.platform.log, `order-${orderId}`)).toHaveLength(1);
    const [first] = await all(server.platform.log.readStream(`mail-order-${orderId}:card-expires:null`));
    const [made] = await all(server.platform.log.readStream(`check-${id}`));
    expect(first?.metadata).toMatchObject({
      actor: { kind: 'admin', id: OPERATOR },
      causationId: made?.metadata.commandId,
    });
  });

  it('what is red is mailed to each operator, once a check, however often and by however many it is tried', async () => {
    world.retailer = { kind: 'no-such-product' };
    const { id, releaseAt } = await aDrop();
    await Promise.all([work(id, releaseAt, 'T-24h'), work(id, releaseAt, 'T-24h')]);
    await work(id, releaseAt, 'T-24h');
    expect((await events(id)).filter((one) => one === 'DropChecked')).toHaveLength(1);
    expect((await mailsDue(id)).map((row) => row.id)).toEqual([`check-${id}:drop-check:0.${OPERATOR}`]);
    server.clock.ahead = DAY + 35 * MINUTE;
    await work(id, releaseAt, 'T-30m');
    expect(await mailsDue(id)).toHaveLength(2);
  });

  it('a crash after the holders were told leads to one check and one mail', async () => {
    world.retailer = { kind: 'no-such-product' };
    const { id, releaseAt } = await aDrop();
    const original = commands.execute.bind(commands);
    commands.execute = (decider, command) => {
      if (command.type === 'RecordDropCheck') throw new Error('killed');
      return original(decider, command);
    };
    await expect(work(id, releaseAt, 'T-24h')).rejects.toThrow('killed');
    commands.execute = original;
    expect(await checks(id)).toEqual([]);
    await work(id, releaseAt, 'T-24h');
    expect([(await checks(id)).length, (await mailsDue(id)).length]).toEqual([1, 1]);
  });

  it('the letter names what is red, and where to look; it is not written once it says nothing any more', async () => {
    world.retailer = { kind: 'no-such-product' };
    const { id, releaseAt } = await aDrop();
    await work(id, releaseAt, 'T-24h');
    const mails = server.app.get(CheckMails);
    const mail = { about: `check-${id}`, kind: 'drop-check', which: `0.${OPERATOR}` };
    const composed = await mails.compose(mail);
    expect(composed).toMatchObject({
      to: 'operator@example.org',
      holder: `account-${OPERATOR}`,
      content: { productTitle: 'Box Hoodie' },
    });
    expect(composed?.content.link).toMatch(new RegExp(`/admin/products/${id}/show$`));
    expect(composed && mails.write(composed.content).paragraphs).toContain(
      "Retailer: The retailer does not list this product. Check the product's retailer ID.",
    );
    const { log, config } = server.platform;
    const reads = server.app.get(Reads);
    const later = new CheckMails(
      commands,
      reads,
      log,
      { DropChecked: [(data) => ({ ...data, releaseAt: 0 })] },
      config,
    );
    expect(await later.compose(mail)).toBeNull();
    await commands.execute(product, new EditProduct(id, { releaseAt: releaseAt + HOUR }, workerMetadata('spec')));
    expect(await mails.compose(mail)).toBeNull();
  });

  it.each([
    [
      'was moved',
      (id: string, at: number) => new EditProduct(id, { releaseAt: at + HOUR }, workerMetadata('spec')),
      'moved',
    ],
    ['was cancelled', (id: string) => new CancelDrop(id, { reason: 'x' }, workerMetadata('spec')), 'over'],
    ['was started by hand', (id: string) => new StartRelease(id, { by: 'hand' }, workerMetadata('spec')), 'over'],
  ] as const)('nothing is looked at when the release %s', async (_, command, reason) => {
    const { id, releaseAt } = await aDrop();
    await commands.execute(product, command(id, releaseAt));
    await work(id, releaseAt, 'T-24h');
    expect(await events(id)).toEqual([['DropCheckSkipped', reason]]);
  });

  it('a check that comes late is made while the release is ahead and no later check is due', async () => {
    const { id, releaseAt } = await aDrop();
    server.clock.ahead = DAY + 40 * MINUTE;
    await work(id, releaseAt, 'T-24h');
    await work(id, releaseAt, 'T-30m');
    server.clock.ahead = DAY + 2 * HOUR;
    await work(id, releaseAt, 'T-5m');
    expect(await events(id)).toEqual([['DropCheckSkipped', 'overtaken'], 'DropChecked', ['DropCheckSkipped', 'over']]);
  });

  it('a release that was moved there and back is not looked at twice for one point', async () => {
    const { id, releaseAt } = await aDrop();
    await work(id, releaseAt, 'T-24h');
    await work(id, releaseAt, 'T-24h');
    expect(await events(id)).toEqual(['DropChecked', ['DropCheckSkipped', 'repeated']]);
  });

  it('an operator looks by hand, which mails nobody, and staff see what was found', async () => {
    world.retailer = { kind: 'no-such-product' };
    const { id } = await aDrop();
    const { status, body } = await server.post(`/api/admin/products/${id}/check`);
    expect([status, body.check.at]).toEqual([200, 'by-hand']);
    expect(body.check.findings).toContainEqual({
      check: 'retailer',
      level: 'red',
      reason: 'no-such-product',
      count: null,
    });
    await settled();
    expect(await mailsDue(id)).toEqual([]);
    expect((await server.get(`/api/admin/products/${id}/checks`)).body).toEqual([body.check]);
    await commands.execute(product, new StartRelease(id, { by: 'hand' }, workerMetadata('spec')));
    expect((await server.post(`/api/admin/products/${id}/check`)).code).toBe('release-started');
    expect((await server.post('/api/admin/products/nothing/check')).code).toBe('not-found');
    expect((await server.get('/api/admin/products/nothing/checks')).code).toBe('not-found');
  });

  it('is for admins to do, and for auditors to see', async () => {
    const { id } = await aDrop();
    const token = (role: 'shopper' | 'auditor') => server.platform.sessions.begin(OPERATOR, [role], 0);
    const tokens = [null, token('shopper'), token('auditor')];
    const statuses = async (call: (one: string | null) => Promise<{ status: number }>) =>
      (await Promise.all(tokens.map(call))).map(({ status }) => status);
    expect(await statuses((one) => server.get(`/api/admin/products/${id}/checks`, one))).toEqual([401, 403, 200]);
    expect(await statuses((one) => server.post(`/api/admin/products/${id}/check`, {}, one))).toEqual([401, 403, 403]);
  });

  it('are listed without one whose own stream is locked', async () => {
    const { id, releaseAt } = await aDrop(HOUR / 2);
    const { log } = server.platform;
    const last = await lastOf(log, `product-${id}`);
    if (!last) throw new Error('the product has no events');
    const { type, data, metadata } = last;
    await log.append(`check-${id}`, NO_STREAM, [{ id: randomId(), type, data, metadata }]);
    await settled();
    const ahead = await server.app.get(DropChecks).ahead();
    expect(ahead.find(({ productId }) => productId === id)).toMatchObject({
      releaseAt: new Date(releaseAt).toISOString(),
      check: null,
    });
  });

  it('are checked also where the stream of one mail to a holder is locked', async () => {
    const { id, releaseAt } = await aDrop(HOUR / 2);
    const orders = [await holder(id, 1), await holder(id, 2)];
    for (const n of [1, 2]) world.cards.set(`${id}-card-${n}`, { month: 1, year: 2020 });
    const { log } = server.platform;
    const last = await lastOf(log, `product-${id}`);
    if (!last) throw new Error('the product has no events');
    const { type, data, metadata } = last;
    const locked = `mail-order-${orders[0]}:card-expires:${releaseAt}`;
    await log.append(locked, NO_STREAM, [{ id: randomId(), type, data, metadata }]);
    await work(id, releaseAt, 'T-30m');
    expect(await requestedMails(log, `order-${orders[1]}`)).toHaveLength(1);
    const { checks } = await commands.state(dropCheck, id);
    expect(checks[0]?.findings).toContainEqual(expect.objectContaining({ reason: 'cards-expire', count: 2 }));
  });
});
