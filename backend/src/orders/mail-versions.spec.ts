import { MAIL_VERSIONS } from './mail-versions.js';

describe('what became of a mail, as it was recorded before it told its kind', () => {
  it.each([
    [{ mailId: 'slot-confirmed', kind: 'slot-confirmed' }, 'slot-confirmed'],
    [{ mailId: 'success@5f0a9a53', kind: 'success' }, 'success'],
    [{ mailId: 'code-needed@2', kind: 'code-needed' }, 'code-needed'],
    [{ mailId: 'action-needed-3', kind: 'action-needed-3' }, 'action-needed'],
    [{ mailId: 'action-reminder-1', kind: 'action-reminder-1' }, 'action-reminder'],
    [{ mailId: 'refund-0b6c1c52-late', kind: 'refund-0b6c1c52-late' }, 'refund'],
    [{ mailId: 'refund@minute-29921520', kind: 'refund' }, 'refund'],
    [{ mailId: 'verify-email-1' }, 'verify-email'],
    [{ mailId: 'invitation-1' }, 'invitation'],
  ])('%j was about %s', (data, kind) => {
    for (const type of ['MailSent', 'MailSuppressed']) {
      const [upcast] = MAIL_VERSIONS[type] ?? [];
      expect(upcast?.(data)).toEqual({ mailId: data.mailId, kind });
    }
  });
});
