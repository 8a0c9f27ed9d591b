import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf, mailOf } from '@supreme-access/test/fixtures/mail-templates.js';
import type { Config } from '../config/config.js';
import { Holders } from '../event-sourcing/claims.js';
import type { Commands } from '../event-sourcing/commands.js';
import type { Discovered } from '../event-sourcing/discovered.js';
import { orderMailTemplate } from '../orders/order-mail-templates.js';
import { RecordMail } from './mail.js';
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

const source: MailSource = {
  kinds: ['offer'],
  compose: async () => ({ to: 'ada@example.com', accountId: 'ada', holder: HOLDER, content: { kind: 'offer' } }),
  write: () => orderMailTemplate(contentOf('slot-confirmed')),
  isErased: async () => false,
};
/** The process is killed as it records the first `crashes` outcomes. */
function mailingOf(changes: Partial<MailSource>, crashes = 0, recorded: unknown[] = []): Mailing {
  const state = { requests: 1, claim: { leaseUntil: 0, holder: HOLDER }, outcome: null };
  const execute = async (_: unknown, command: object) => {
    if (command instanceof RecordMail) {
      if (recorded.push(command.data.outcome) <= crashes) throw new Error('the process was killed');
    }
    return { state, events: [], position: 1 };
  };
  const commands = { execute, state: async () => state } as unknown as Commands;
  const discovered = { of: () => [{ ...source, ...changes }] } as unknown as Discovered;
  return new Mailing(
    commands,
    transport,
    discovered,
    { publicUrl: 'https://shop.example' } as Config,
    Date.now,
    new Holders(false),
  );
}
/** Sends the offer to a person whose erasure comes once `answers` is used up. */
async function offered(...answers: boolean[]): Promise<void> {
  const isErased: MailSource['isErased'] = async (_, accountId) => accountId === 'ada' && (answers.shift() ?? true);
  await mailingOf({ isErased }).work(row, never);
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

  it('is removed before the mail is recorded, so that no crash leaves it behind', async () => {
    const answers = [false];
    const dying = mailingOf({ isErased: async () => answers.shift() ?? true }, 1);
    await expect(dying.work(row, never)).rejects.toThrow('killed');
    expect(await kept()).toEqual([]);
  });

  it.each([
    ['nothing is left to say', { compose: async () => null }],
    ['the erasure is seen only after the claim', { isErased: async () => true }],
  ])('that a killed process made is removed where %s to the erased person', async (_, changes: Partial<MailSource>) => {
    await farewell();
    await expect(mailingOf({}, 1).work(row, never)).rejects.toThrow('killed');
    expect(await kept()).toEqual(['account-erased', 'offer']);
    const recorded: unknown[] = [];
    await mailingOf(changes, 0, recorded).work(row, never);
    expect([await kept(), recorded]).toEqual([['account-erased'], ['suppressed']]);
  });

  it('is not made once the person is erased', async () => {
    await offered();
    expect(await kept()).toEqual([]);
  });
});
