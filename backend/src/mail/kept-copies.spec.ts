import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf, mailOf } from '@supreme-access/test/fixtures/mail-templates.js';
import type { Config } from '../config/config.js';
import type { Commands } from '../event-sourcing/commands.js';
import type { Discovered } from '../event-sourcing/discovered.js';
import { orderMailTemplate } from '../orders/order-mail-templates.js';
import { Mailing, type MailSource } from './mailing.js';
import { MailTransport } from './transport.js';

const never = new AbortController().signal;
const HOLDER = 'account-ada';
const row = { kind: 'mail', id: 'product-hoodie:offer:1', dueAt: 0, attempt: 0, cause: 'e-1' };

let directory: string;
let transport: MailTransport;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mail-'));
  transport = new MailTransport({ directory }, 'Shop <no-reply@shop.example>');
});
afterEach(async () => {
  transport.close();
  await rm(directory, { recursive: true });
});

/** Sends the offer to a person whose erasure comes once `answers` is used up. */
async function offered(...answers: boolean[]): Promise<void> {
  const source: MailSource = {
    kinds: ['offer'],
    compose: async () => ({ to: 'ada@example.com', accountId: 'ada', holder: HOLDER, content: { kind: 'offer' } }),
    write: () => orderMailTemplate(contentOf('slot-confirmed')),
    isErased: async (_, accountId) => accountId === 'ada' && (answers.shift() ?? true),
  };
  const handled = { state: { requests: 1, claim: null, outcome: null }, events: [], position: 1 };
  const commands = { execute: async () => handled } as unknown as Commands;
  const discovered = { of: () => [source] } as unknown as Discovered;
  const mailing = new Mailing(
    commands,
    transport,
    discovered,
    { publicUrl: 'https://shop.example' } as Config,
    Date.now,
  );
  await mailing.work(row, never);
}
const kept = async () => (await readdir(directory)).map((name) => name.split('-').slice(1, -1).join('-')).sort();
const farewell = () =>
  transport.send({
    messageId: '<farewell@shop.example>',
    about: HOLDER,
    to: 'ada@example.com',
    kind: 'account-erased',
    ...mailOf(contentOf('slot-confirmed')),
  });

describe('the kept copy of a mail', () => {
  it('goes with the erasure of the person who got it, whatever the mail is about', async () => {
    await offered(false, false);
    expect(await kept()).toEqual(['offer']);
    await transport.removeAbout(HOLDER);
    expect(await kept()).toEqual([]);
  });

  it('is removed where the erasure came while it was sent, and no other mail to that person', async () => {
    await farewell();
    await offered(false);
    expect(await kept()).toEqual(['account-erased']);
  });

  it('is not made once the person is erased', async () => {
    await offered();
    expect(await kept()).toEqual([]);
  });
});
