import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEml } from '@supreme-access/test/fixtures/eml.js';
import { contentOf, mailOf } from '@supreme-access/test/fixtures/mail-templates.js';
import { SmtpEmulator } from '@supreme-access/test/fixtures/smtp.js';
import { MailFiles } from './mail-files.js';
import { messageIdFor } from './mailing.js';
import { MailNotSent, MailRefused, MailTransport } from './transport.js';

const FROM = 'Supreme Access <no-reply@shop.example>';
const first = {
  messageId: messageIdFor('order', 'a', 'shop.example'),
  about: 'order-a',
  to: 'ada@example.com',
  kind: 'slot-confirmed',
  ...mailOf(contentOf('slot-confirmed')),
};
const second = { ...first, messageId: messageIdFor('order', 'b', 'shop.example'), about: 'order-b' };

let directory: string;
let now: number;
const transportOf = () => new MailTransport({ directory }, FROM, () => now);
const only = async () => {
  const [name = ''] = await readdir(directory);
  return readFile(join(directory, name), 'utf8');
};

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'mail-')), 'outbox');
  now = Date.UTC(2026, 10, 20, 16, 0, 0, 7);
});
afterEach(() => rm(join(directory, '..'), { recursive: true }));

describe('mails kept as files', () => {
  it('are mails that a mail program reads', async () => {
    await transportOf().send(first);

    const { headers, text, html } = readEml(await only());
    expect(headers.get('from')).toBe(FROM);
    expect(headers.get('to')).toBe('ada@example.com');
    expect(headers.get('message-id')).toBe(first.messageId);
    expect(headers.get('subject')).toBe(first.subject);
    expect([text.trim(), html.trim()]).toEqual([first.text.trim(), first.html.trim()]);
    expect(await only()).toContain('\r\nhttps://shop.example/orders/1?a=b&c=d\r\n');
  });

  it('leave one file, the latest, for two sends under one Message-ID', async () => {
    const transport = transportOf();
    await transport.send(first);
    now += 60_000;
    await Promise.all([transport.send(first), transport.send({ ...first, text: 'again' })]);
    await transport.send({ ...first, text: 'at last' });

    expect(await readdir(directory)).toEqual([
      expect.stringMatching(/^20261120T160000007Z-slot-confirmed-[0-9a-f]{24}\.eml$/),
    ]);
    expect(readEml(await only()).text.trim()).toBe('at last');
  });

  it('leave one file across a restart, and nothing unfinished', async () => {
    await transportOf().send(first);
    await writeFile(join(directory, 'torn.tmp'), 'half a ma');
    now += 60_000;
    await transportOf().send(first);

    expect(await readdir(directory)).toEqual([expect.stringMatching(/^20261120T160000007Z-.*\.eml$/)]);
  });

  it('are for the owner of the process alone', async () => {
    await transportOf().send(first);
    const [name = ''] = await readdir(directory);
    expect((await stat(join(directory, name))).mode & 0o077).toBe(0);
    expect((await stat(directory)).mode & 0o077).toBe(0);
  });

  it('are removed for an erasure, also by a later process, and again by a duplicate', async () => {
    await transportOf().send(first);
    await transportOf().send(second);

    for (const about of ['order-a', 'order-a', 'order-c']) await transportOf().removeAbout(about);
    expect(readEml(await only()).headers.get('message-id')).toBe(second.messageId);
    await transportOf().removeAbout('order-b', second.kind);
    expect(readEml(await only()).headers.get('message-id')).toBe(second.messageId);
  });

  it('are removed one by one, and the others about the same stay', async () => {
    const last = { ...second, about: first.about };
    for (const mail of [first, last]) await transportOf().send(mail);
    for (let times = 0; times < 2; times += 1) await transportOf().remove(first.about, first.messageId);
    expect(readEml(await only()).headers.get('message-id')).toBe(last.messageId);
  });

  it('are removed although an erasure came while they were written', async () => {
    const files = new MailFiles(directory, () => now);
    await files.removeAbout('order-a');
    await Promise.all([files.keep('<a@shop>', 'order-a', 'withdrawn', Buffer.from('')), files.removeAbout('order-a')]);
    await files.removeAbout('order-a');
    expect(await readdir(directory)).toEqual([]);
  });

  it('are removed by a thread that has looked before they were written, and what is being written stays', async () => {
    const [writing, erasing] = [new MailFiles(directory, () => now), new MailFiles(directory, () => now)];
    await erasing.removeAbout('order-a');
    await writing.keep('<b@shop>', 'order-b', 'withdrawn', Buffer.from(''));
    await writeFile(join(directory, 'running.tmp'), '');
    for (const messageId of ['<a@shop>', '<c@shop>']) {
      await writing.keep(messageId, 'order-a', 'withdrawn', Buffer.from(''));
    }
    await erasing.remove('order-a', '<a@shop>');
    expect(await readdir(directory)).toHaveLength(3);
    await erasing.removeAbout('order-a');
    expect((await readdir(directory)).filter((name) => name !== 'running.tmp')).toHaveLength(1);
    expect(await readdir(directory)).toContain('running.tmp');
  });

  it('can be sent again after the directory could not be used', async () => {
    await writeFile(directory, 'in the way');
    const transport = transportOf();
    await expect(transport.send(first)).rejects.toThrow();
    await rm(directory);
    await mkdir(directory);
    await transport.send(first);
    expect(await readdir(directory)).toHaveLength(1);
  });
});

describe('headers', () => {
  it('cannot be injected through a subject or a name', async () => {
    const { subject, text, html } = mailOf(contentOf('closed', { name: 'A\r\nBcc: evil@example.com' }));
    await transportOf().send({ ...first, subject: `${subject}\r\nBcc: evil@example.com\r\n\r\nhello`, text, html });

    const { headers } = readEml(await only());
    expect(headers.get('subject')).toBe(`${subject} Bcc: evil@example.com hello`);
    expect([...headers.keys()]).not.toContain('bcc');
    expect(headers.get('to')).toBe('ada@example.com');
  });

  it('keep letters beyond ASCII', async () => {
    await transportOf().send({ ...first, subject: 'Zoë & Günther: 靴下 — ✂︎' });
    expect(readEml(await only()).headers.get('subject')).toBe('Zoë & Günther: 靴下 — ✂︎');
  });

  it.each(['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', 'Ada <a@example.com>', 'ada', ''])(
    'refuse %j as a receiver without repeating it',
    async (to) => {
      await expect(transportOf().send({ ...first, to })).rejects.toThrow(/^a mail goes to one bare address$/);
    },
  );
});

describe('Message-IDs', () => {
  it('are the same for the same mail and differ for every other', () => {
    const ids = [
      messageIdFor('order', 'a'),
      messageIdFor('order', 'b'),
      messageIdFor('ordera', ''),
      messageIdFor('account', 'a'),
    ];
    expect(messageIdFor('order', 'a')).toBe(ids[0]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(messageIdFor('x>\r\nBcc: y', '\n', 'shop.example')).toMatch(/^<[0-9a-f]{40}@shop\.example>$/);
    expect(() => messageIdFor('order', 'a', 'shop.example>\r\n')).toThrow('host name');
  });
});

describe('mails through SMTP', () => {
  let smtp: SmtpEmulator;
  let transport: MailTransport;
  beforeEach(async () => {
    smtp = await SmtpEmulator.open();
    transport = new MailTransport({ smtpUrl: smtp.url }, FROM);
  });
  afterEach(async () => {
    transport.close();
    await smtp.close();
  });
  const failureOf = async (sending: Promise<void>) => sending.catch((error: unknown) => error);

  it('reach the server with one receiver, and cannot be called back', async () => {
    await transport.ready();
    await transport.send(first);
    await transport.removeAbout(first.about);
    expect(smtp.taken).toEqual([{ to: 'ada@example.com', messageId: first.messageId }]);
  });

  it.each([
    ['451 4.7.1 not now, <ada@example.com>', MailNotSent, 'MailNotSent: mail not sent: EENVELOPE 451'],
    ['550 5.1.1 no <ada@example.com> here', MailRefused, 'MailRefused: mail refused: 550 5.1.1'],
  ])('fail with codes only, never with what the server quotes: %s', async (reply, kind, expected) => {
    smtp.replies.RCPT = () => reply;
    const failure = await failureOf(transport.send(first));
    expect(failure).toBeInstanceOf(kind);
    expect(String(failure)).toBe(expected);
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('ada@');
  });

  it('stay here where TLS is needed and the server offers none', async () => {
    const strict = new MailTransport({ smtpUrl: smtp.url, needsTls: true }, FROM);
    expect(String(await failureOf(strict.ready()))).toMatch(/^MailNotSent: mail not sent: ETLS/);
    expect(await failureOf(strict.send(first))).toBeInstanceOf(MailNotSent);
    expect(smtp.taken).toEqual([]);
    strict.close();
  });

  it('are not sent where the server lets nobody in: it is asked once, and again after each trouble', async () => {
    await transport.ready();
    await transport.ready();
    expect(smtp.connections).toBe(1);
    smtp.replies.AUTH = () => '535 5.7.8 wrong password';
    expect(String(await failureOf(transport.send(first)))).toBe('MailNotSent: mail not sent: EAUTH 535');
    expect(String(await failureOf(transport.ready()))).toBe('MailNotSent: mail not sent: EAUTH 535');
    smtp.replies = {};
    await transport.ready();
    await transport.send(first);
    expect(smtp.taken).toHaveLength(1);
  });
});
