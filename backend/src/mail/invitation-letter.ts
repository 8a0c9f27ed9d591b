import type { Role } from '@supreme-access/contract/statuses.js';
import { greeting, type Letter, shownTime } from './letter.js';
import type { MailData } from './mail-content.js';

const INVITED: Record<Role, string> = {
  admin: 'as an admin: you can manage products, orders and accounts',
  auditor: 'as an auditor: you can look at everything and change nothing',
  shopper: 'to make an account',
};

/** What somebody is told who is invited to register. */
export function invitationLetter({ name, link, expires, role }: MailData['invitation']): Letter {
  return {
    subject: 'You are invited',
    stamp: 'Invitation',
    title: 'You are invited.',
    paragraphs: [...greeting(name), `You are invited ${INVITED[role ?? 'shopper']}. Register with this address.`],
    ticket: null,
    action: { label: 'Register', link },
    notes: [
      `The link works once, for this address alone, until ${shownTime(expires)}.`,
      'If you do not know who invites you, ignore this mail.',
    ],
  };
}
