import type { BounceReason } from '@supreme-access/contract/event-names.js';
import type { AccountMail, MailState } from '@supreme-access/contract/people-types.js';
import { projection } from '../../platform/projections/projection.js';
import type { Recorded } from '../../platform/projections/recorded.js';
import type { AccountEvent } from '../account.js';

/** A mail to an account's owner; of those about orders only what bounced. Times are ms UTC. */
export interface AccountMailDoc {
  accountId: string;
  mailId: string;
  kind: string;
  orderId: string | null;
  state: MailState;
  requestedAt: number;
  endedAt: number | null;
  bounceReason: BounceReason | null;
  reply: string | null;
}

type MailEvent = Extract<
  AccountEvent,
  { type: 'MailRequested' | 'MailClaimed' | 'MailSent' | 'MailBounced' | 'MailSuppressed' }
>;

const MAILS = new Set<string>(['MailRequested', 'MailSent', 'MailBounced', 'MailSuppressed']);

export const accountMailsProjection = projection<AccountMailDoc, MailEvent>({
  name: 'account-mails',
  version: 1,
  indexes: [
    ['accountId', 'requestedAt'],
    ['accountId', 'state'],
  ],
  categories: ['account'],
  idsOf: (event) => (MAILS.has(event.type) ? [idOf(event)] : []),
  evolve: (document, event) => {
    switch (event.type) {
      case 'MailRequested':
        return { ...begun(event), requestedAt: event.data.requestedAt };
      case 'MailSent':
        return document && { ...document, state: 'sent', endedAt: event.at };
      case 'MailSuppressed':
        return document && { ...document, state: 'not-sent', endedAt: event.at };
      case 'MailBounced': {
        const { orderId, reason, reply } = event.data;
        const mail = orderId ? { ...begun(event), orderId } : document;
        return mail && { ...mail, state: 'bounced', endedAt: event.at, bounceReason: reason, reply };
      }
      default:
        return document;
    }
  },
});

function begun({ id, at, data: { mailId, kind } }: Recorded<MailEvent>): AccountMailDoc {
  const open = { orderId: null, state: 'waiting', endedAt: null, bounceReason: null, reply: null } as const;
  return { accountId: id, mailId, kind, requestedAt: at, ...open };
}

/** Mails are numbered within what they are about. */
function idOf({ id, type, data }: Recorded<MailEvent>): string {
  const orderId = type === 'MailBounced' ? (data as { orderId?: string | null }).orderId : null;
  return [id, ...(orderId ? [orderId] : []), data.mailId].join(':');
}

export function accountMail(doc: AccountMailDoc): AccountMail {
  const { accountId: _, mailId, requestedAt, endedAt, ...shown } = doc;
  const iso = (ms: number) => new Date(ms).toISOString();
  const id = doc.orderId === null ? mailId : `${doc.orderId}:${mailId}`;
  return { id, ...shown, requestedAt: iso(requestedAt), endedAt: endedAt === null ? null : iso(endedAt) };
}
