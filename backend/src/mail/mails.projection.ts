import type { BounceReason } from '@supreme-access/contract/event-names.js';
import type { AccountMail, MailState } from '@supreme-access/contract/shapes/people.js';
import { unreachable } from '../event-sourcing/decider.js';
import { projection } from '../projections/projection.js';
import type { Recorded } from '../projections/recorded.js';
import type { MailEvent } from './mail.js';

/** A mail's state, never its address. Times are ms UTC. */
export interface MailDoc {
  mailId: string;
  kind: string;
  about: string;
  aboutId: string;
  accountId: string | null;
  state: MailState;
  requestedAt: number;
  endedAt: number | null;
  reason: BounceReason | null;
  reply: string | null;
}

export const mailsProjection = projection<MailDoc, MailEvent>({
  name: 'mails',
  version: 2,
  indexes: [
    ['aboutId', 'requestedAt'],
    ['accountId', 'requestedAt'],
    ['accountId', 'state'],
    ['state', 'endedAt'],
  ],
  categories: ['mail'],
  idsOf: (event) => (event.type === 'MailClaimed' ? [] : [event.id]),
  evolve: (document, event) => {
    switch (event.type) {
      case 'MailRequested':
        // A bounce is shown until another outcome is known.
        return document?.state === 'bounced' ? { ...document, requestedAt: event.data.requestedAt } : requested(event);
      case 'MailClaimed':
        return document;
      case 'MailSent':
        return document && { ...document, state: 'sent', endedAt: event.at, reason: null, reply: null };
      case 'MailSuppressed':
        return document && { ...document, state: 'not-sent', endedAt: event.at, reason: null, reply: null };
      case 'MailBounced': {
        const { reason, reply } = event.data;
        const accountId = event.data.accountId ?? document?.accountId ?? null;
        return document && { ...document, accountId, state: 'bounced', endedAt: event.at, reason, reply };
      }
      default:
        return unreachable(event);
    }
  },
});

function requested({
  id,
  data: { kind, about, requestedAt },
}: Recorded<MailEvent & { type: 'MailRequested' }>): MailDoc {
  const cut = about.indexOf('-');
  const [category, aboutId] = [about.slice(0, cut), about.slice(cut + 1)];
  const open = { state: 'waiting', endedAt: null, reason: null, reply: null } as const;
  const accountId = category === 'account' ? aboutId : null;
  return { mailId: id, kind, about: category, aboutId, accountId, requestedAt, ...open };
}

const iso = (ms: number) => new Date(ms).toISOString();

export function accountMail({ mailId: id, kind, state, requestedAt, endedAt, ...doc }: MailDoc): AccountMail {
  return {
    id,
    kind,
    state,
    orderId: doc.about === 'order' ? doc.aboutId : null,
    requestedAt: iso(requestedAt),
    endedAt: endedAt === null ? null : iso(endedAt),
    bounceReason: doc.reason,
    reply: doc.reply,
  };
}
