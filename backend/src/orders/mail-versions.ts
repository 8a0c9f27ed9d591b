import type { Schema } from '../platform/log/codec.js';

/** Until version 2 what became of a mail told its kind as a part of its id, or not at all: 'refund-{refund}', 'action-needed-2@{tag}'. */
const withKind = (data: Record<string, unknown>) => ({ ...data, kind: kindIn(String(data.mailId)) });

export const MAIL_VERSIONS: Schema = { MailSent: [withKind], MailSuppressed: [withKind] };

function kindIn(mailId: string): string {
  return mailId
    .replace(/@.*$/, '')
    .replace(/^refund-.*$/, 'refund')
    .replace(/-\d+$/, '');
}
