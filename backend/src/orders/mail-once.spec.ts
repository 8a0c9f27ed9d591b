import { HOUR, MINUTE, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { MailBench, type MailProcess } from '@supreme-access/test/fixtures/mail-bench.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { mail, mailIdOf, RequestMail } from '../mail/mail.js';
import { orderMail } from './order.jobs.js';

const never = new AbortController().signal;
let bench: MailBench;
beforeEach(async () => {
  bench = await MailBench.open();
});
afterEach(() => bench.close());

const count = async (orderId: string, type: string) =>
  (await bench.types(orderId)).filter((one) => one === type).length;

async function orderWithMail(): Promise<string> {
  const { orderId } = await bench.order();
  await bench.ask(orderId);
  return orderId;
}

/** Is killed as it is about to append this. */
function killedAt(command: string): MailProcess {
  const process = bench.process();
  const execute = process.commands.execute.bind(process.commands);
  process.commands.execute = async (decider, issued) => {
    if (issued.type === command) throw new Error('killed');
    return execute(decider, issued);
  };
  return process;
}

/** Is killed once it has claimed, before a byte of the mail is out. */
function killedBeforeSending(): MailProcess {
  const process = bench.process();
  process.transport.send = async () => {
    throw new Error('killed');
  };
  return process;
}

describe('two workers on one mail', () => {
  it('send it once, whoever is faster', async () => {
    const orders: string[] = [];
    for (let each = 0; each < 4; each += 1) orders.push(await orderWithMail());
    await bench.work(bench.process(), bench.process(), bench.process());
    expect(bench.smtp.taken).toHaveLength(orders.length);
    for (const orderId of orders) {
      expect(await bench.types(orderId)).toEqual(['MailRequested', 'MailClaimed', 'MailSent']);
    }
    expect(await bench.due()).toEqual([]);
  });

  it('do not meet while a claim holds', async () => {
    const orderId = await orderWithMail();
    const stale = await bench.due();
    await bench.work(killedBeforeSending());
    const again = { rescheduleAt: bench.now + 2 * MINUTE };
    for (const row of stale) expect(await bench.process().mailing.work(row, never)).toEqual(again);
    expect(bench.smtp.taken).toEqual([]);
    expect(await count(orderId, 'MailClaimed')).toBe(1);
  });
});

describe('a worker that is killed', () => {
  it('between its claim and the send leaves the mail to others, once the lease is over', async () => {
    const orderId = await orderWithMail();
    await bench.work(killedBeforeSending());
    const [claimed] = await bench.due();
    expect(claimed).toMatchObject({ about: 'slot-confirmed', dueAt: bench.now + 2 * MINUTE });
    bench.now += 2 * MINUTE - 1;
    await bench.work(bench.process());
    expect(bench.smtp.taken).toEqual([]);
    bench.now += 1;
    await bench.work(bench.process(), bench.process());
    expect(bench.smtp.taken).toHaveLength(1);
    expect((await bench.types(orderId)).slice(1)).toEqual(['MailClaimed', 'MailClaimed', 'MailSent']);
  });

  it('between the send and its record leaves a second one under the same Message-ID', async () => {
    await orderWithMail();
    await bench.work(killedAt('RecordMail'));
    bench.now += 2 * MINUTE;
    await bench.work(bench.process());
    const [first, second, ...more] = bench.smtp.taken;
    expect([second, more]).toEqual([first, []]);
    expect(await bench.due()).toEqual([]);
  });
});

it('a mail that was sent and could not be recorded is recorded later, not sent again by who sent it', async () => {
  const orderId = await orderWithMail();
  const process = bench.process();
  const { execute } = process.commands;
  process.commands.execute = async (decider, command) => {
    if (command.type === 'RecordMail') throw new Error('the log is away');
    return execute.call(process.commands, decider, command) as never;
  };
  expect(await bench.work(process)).toEqual(['Error: the log is away']);
  process.commands.execute = execute;
  bench.now += 2 * MINUTE;
  await bench.work(process);
  expect(bench.smtp.taken).toHaveLength(1);
  expect(await bench.types(orderId)).toEqual(['MailRequested', 'MailClaimed', 'MailSent']);
});

it('a mail that was recorded although that was not known is sent again when it is requested again', async () => {
  const orderId = await orderWithMail();
  const process = bench.process();
  const { execute } = process.commands;
  process.commands.execute = async (decider, command) => {
    const done = await execute.call(process.commands, decider, command);
    if (command.type === 'RecordMail') throw new Error('the answer is lost');
    return done as never;
  };
  expect(await bench.work(process)).toEqual(['Error: the answer is lost']);
  process.commands.execute = execute;
  bench.now += 61 * MINUTE;
  const name = mailIdOf(orderMail(orderId, 'slot-confirmed', '1'));
  await process.commands.execute(
    mail,
    new RequestMail(name, { cause: null, repeatAfter: 60 * MINUTE }, workerMetadata('spec')),
  );
  await bench.settled();
  await bench.work(process);
  expect(bench.smtp.taken).toHaveLength(2);
});

it('a mail that is due again although it has ended is not claimed, and its row is said to stay', async () => {
  const orderId = await orderWithMail();
  const [row] = await bench.due();
  if (!row) throw new Error('it is due');
  const process = bench.process();
  await bench.work(process);
  const before = await bench.mailed(orderId);
  expect(await process.mailing.work(row, never)).toBe(before.at(-1)?.position);
  expect(await bench.mailed(orderId)).toEqual(before);
});

it('a mail that an operator sets aside says who did, and that their request is the cause', async () => {
  const orderId = await orderWithMail();
  const [row] = await bench.due();
  if (!row) throw new Error('it is due');
  await bench.process().mailing.setAside(row, metadata);
  const { actor, causationId } = (await bench.mailed(orderId)).at(-1)?.metadata ?? {};
  expect([actor, causationId]).toEqual([metadata.actor, metadata.commandId]);
});

describe('a mail that its receiver’s side refuses for good', () => {
  beforeEach(() => {
    bench.smtp.replies.RCPT = (to) => (to === 'gone@example.com' ? `550 5.1.1 <${to}> unknown user` : '250 ok');
  });

  it('has bounced: it is sent no more, and nothing of the server’s text is kept', async () => {
    const { orderId } = await bench.order('gone@example.com');
    await bench.ask(orderId);
    await bench.work(bench.process());
    const bounced = (await bench.mailed(orderId)).at(-1);
    expect(bounced).toMatchObject({
      type: 'MailBounced',
      data: { about: `order-${orderId}`, kind: 'slot-confirmed', reason: 'no-mailbox', reply: '550 5.1.1' },
    });
    expect(JSON.stringify(bounced)).not.toMatch(/gone@|unknown user/);
    expect(await bench.due()).toEqual([]);
  });

  it('is shown on its order and on the account whose address it is, until another arrives', async () => {
    const { orderId, accountId } = await bench.order('gone@example.com');
    await bench.ask(orderId);
    await bench.work(bench.process());
    const bounce = { kind: 'slot-confirmed', reason: 'no-mailbox', reply: '550 5.1.1' };
    expect(await bench.orderDoc(orderId)).toMatchObject({ mailBounced: bounce });
    expect(await bench.accountDoc(accountId)).toMatchObject({ mailBounced: bounce });

    bench.smtp.replies = {};
    await bench.ask(orderId, '2');
    await bench.work(bench.process());
    expect(await bench.orderDoc(orderId)).toMatchObject({ mailBounced: null });
  });

  it('stops no mail to anybody else', async () => {
    for (const name of ['gone', 'gone', 'bea']) {
      const { orderId } = await bench.order(`${name}@example.com`);
      await bench.ask(orderId);
    }
    expect(await bench.work(bench.process())).toEqual([]);
    expect(bench.smtp.taken.map(({ to }) => to)).toEqual(['bea@example.com']);
  });
});

describe('a mail that is refused for now', () => {
  it('waits for 72 hours with eight claims at most, and arrives once', async () => {
    const orderId = await orderWithMail();
    bench.smtp.replies.RCPT = () => '451 4.7.1 greylisted, come back later';
    const processes = [bench.process(), bench.process()];
    for (let passed = 0; passed < 72 * HOUR; passed += 15 * MINUTE) {
      await bench.work(...processes);
      bench.now += 15 * MINUTE;
    }
    expect(await count(orderId, 'MailClaimed')).toBeLessThanOrEqual(8);
    expect(await count(orderId, 'MailBounced')).toBe(0);

    bench.smtp.replies = {};
    bench.now += 24 * HOUR;
    await bench.work(...processes);
    expect(bench.smtp.taken).toHaveLength(1);
    expect((await bench.types(orderId)).at(-1)).toBe('MailSent');
  });

  it('is tried again within minutes at first', async () => {
    await orderWithMail();
    bench.smtp.replies.END = () => '452 4.2.2 try again later';
    expect(await bench.work(bench.process())).toEqual(['Error: mail not sent: EMESSAGE 452']);
    bench.smtp.replies = {};
    bench.now += 2 * MINUTE;
    await bench.work(bench.process());
    expect(bench.smtp.taken).toHaveLength(1);
  });
});

describe('a mail server', () => {
  it.each([
    ['that is away', () => Object.assign(bench.smtp, { isDown: true })],
    ['that does not let us in', () => Object.assign(bench.smtp.replies, { AUTH: () => '535 5.7.8 no' })],
    ['that greets us with a refusal', () => Object.assign(bench.smtp.replies, { EHLO: () => '421 4.3.2 closing' })],
  ])('%s for 72 hours costs no event and no bounce', async (_, trouble) => {
    const orderId = await orderWithMail();
    trouble();
    const processes = [bench.process(), bench.process()];
    for (let hours = 0; hours < 72; hours += 6) {
      expect((await bench.work(...processes)).every((why) => why.includes('mail not sent'))).toBe(true);
      bench.now += 6 * HOUR;
    }
    expect(await bench.types(orderId)).toEqual(['MailRequested']);

    Object.assign(bench.smtp, { isDown: false, replies: {} });
    await bench.work(...processes);
    expect(bench.smtp.taken).toHaveLength(1);
  });

  it('that went away in the meantime is asked before anything else is claimed', async () => {
    const process = bench.process();
    await orderWithMail();
    await bench.work(process);
    const [cut, waiting] = [await orderWithMail(), await orderWithMail()];
    bench.smtp.replies.MAIL = () => null;
    await bench.work(process);
    bench.smtp.isDown = true;
    bench.now += 24 * HOUR;
    for (const orderId of [cut, waiting]) {
      const claims = await count(orderId, 'MailClaimed');
      await bench.work(process);
      expect(await count(orderId, 'MailClaimed')).toBe(claims);
    }
  });

  it.each([
    ['our sender', { MAIL: () => '550 5.1.8 sender rejected' }],
    ['a login', { MAIL: () => '530 5.7.0 authentication required' }],
    ['to relay', { RCPT: () => '554 5.7.1 relay access denied' }],
  ])('that refuses %s makes no bounce', async (_, replies) => {
    const orderId = await orderWithMail();
    Object.assign(bench.smtp.replies, replies);
    await bench.work(bench.process());
    expect(await count(orderId, 'MailBounced')).toBe(0);
    expect(await bench.due()).toHaveLength(1);
  });
});

describe('an erased person', () => {
  it('gets no mail, however old the read model is that still knows the address', async () => {
    const orderId = await orderWithMail();
    const before = await bench.orderDoc(orderId);
    const [row] = await bench.due();
    await bench.erase(orderId);
    await bench.settled();
    const process = bench.process();
    bench.models.get = (async () => before) as never;
    expect(before?.email).toBe('ada@example.com');
    expect(row).toBeDefined();
    if (row) await process.mailing.work(row, never);
    expect(bench.smtp.taken).toEqual([]);
    expect((await bench.types(orderId)).at(-1)).toBe('MailSuppressed');
  });

  it('gets none that was composed before they were erased', async () => {
    const orderId = await orderWithMail();
    const process = bench.process();
    const { compose } = process.orderMails;
    process.orderMails.compose = async (...args) => {
      const mail = await compose.apply(process.orderMails, args);
      await bench.erase(orderId);
      return mail;
    };
    await bench.work(process);
    expect(bench.smtp.taken).toEqual([]);
    expect(await bench.types(orderId)).toEqual(['MailRequested', 'MailClaimed', 'MailSuppressed']);
  });
});
