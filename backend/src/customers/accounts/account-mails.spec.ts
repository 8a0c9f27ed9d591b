import { events } from '@supreme-access/test/fixtures/event-log.js';
import type { Config } from '../../config/config.js';
import type { MailedLinks } from '../../mail/mailed-links.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { AccountMails } from './account-mails.js';
import type { Accounts } from './accounts.js';

it('the mail of an account reads the event that caused it as it is understood today', async () => {
  const [event] = events(1);
  const requests: string[] = [];
  const log = {
    readStream: async function* () {
      yield { ...event, type: 'PasswordResetRequested', revision: 4, data: { record: 'r-1' } };
    },
  };
  const links = { read: async (record: string) => void requests.push(record) };
  const accounts = {
    state: async () => ({ closed: false, pending: null }),
    find: async () => ({ email: 'ada@example.com', name: 'Ada', emailKey: 'k', emailVerified: true }),
  };
  const schema = { PasswordResetRequested: [({ record }: Record<string, unknown>) => ({ linkRecord: record })] };
  const mails = new AccountMails(
    accounts as unknown as Accounts,
    links as unknown as MailedLinks,
    log as unknown as EventLog,
    schema,
    {} as Config,
  );
  await mails.compose({ about: 'account-ada', kind: 'password-reset', which: '4' });
  expect(requests).toEqual(['r-1']);
});
