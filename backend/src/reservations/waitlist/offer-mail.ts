import type { Bounce } from '../../mail/bounces.js';
import {
  type MailClaims,
  type MailOutcome,
  mailEnded,
  nextClaim,
  outcomeEvent,
  withClaim,
  withoutClaim,
} from '../../mail/mail-claims.js';
import type { Claim } from '../../platform/claims.js';
import { Command, type CommandOf, type Decider, unreachable } from '../../platform/decider.js';

/** What became of the mail of one offer. A stream for each, so that a drop's own does not grow with its mails. */

export const OFFER_MAIL = 'slot-offered';
export const OFFERED: OfferMail = { mailId: OFFER_MAIL, kind: OFFER_MAIL };
interface OfferMail {
  mailId: string;
  kind: typeof OFFER_MAIL;
}

export type OfferMailEvent =
  /** Until the lease is over nobody else sends it. */
  | { type: 'MailClaimed'; data: OfferMail & Claim }
  | { type: 'MailSent'; data: OfferMail }
  | { type: 'MailBounced'; data: OfferMail & Bounce }
  /** Not written: the offer was over, or its person is erased. */
  | { type: 'MailSuppressed'; data: OfferMail };

export class ClaimOfferMail extends Command<{ by: string }> {
  readonly type = 'ClaimOfferMail';
}
export class RecordOfferMail extends Command<{ outcome: MailOutcome }> {
  readonly type = 'RecordOfferMail';
}
const offerMailCommands = { ClaimOfferMail, RecordOfferMail };
type OfferMailCommand = CommandOf<typeof offerMailCommands>;

interface OfferMailState {
  mailClaims: MailClaims;
  ended: boolean;
}

function decide(command: OfferMailCommand, { mailClaims, ended }: OfferMailState, now: number): OfferMailEvent[] {
  switch (command.type) {
    case 'ClaimOfferMail':
      if (ended) throw mailEnded();
      return [
        { type: 'MailClaimed', data: { ...OFFERED, ...nextClaim(mailClaims, OFFER_MAIL, command.data.by, now) } },
      ];
    case 'RecordOfferMail':
      return ended ? [] : [outcomeEvent(OFFERED, command.data.outcome)];
    default:
      return unreachable(command);
  }
}

function evolve(state: OfferMailState, event: OfferMailEvent): OfferMailState {
  switch (event.type) {
    case 'MailClaimed':
      return { ...state, mailClaims: withClaim(state.mailClaims, OFFER_MAIL, event.data) };
    case 'MailSent':
    case 'MailBounced':
    case 'MailSuppressed':
      return { mailClaims: withoutClaim(state.mailClaims, OFFER_MAIL), ended: true };
    default:
      return unreachable(event);
  }
}

export const offerMail: Decider<OfferMailState, OfferMailCommand, OfferMailEvent> = {
  category: 'offer',
  commands: offerMailCommands,
  initial: { mailClaims: {}, ended: false },
  decide,
  evolve,
};

/** Names the offer: a product's place is given once. */
export function offerIdOf(productId: string, place: number): string {
  return `${productId}.${place}`;
}
export function offerIn(offerId: string): { productId: string; place: number } {
  const [productId = '', place = ''] = offerId.split('.');
  return { productId, place: Number(place) };
}
