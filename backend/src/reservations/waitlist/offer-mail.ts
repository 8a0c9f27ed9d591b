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

/** The mails of one place in a waiting list. A stream for each, so that a drop's own does not grow with its mails. */

export const OFFER_MAIL = 'slot-offered';
/** to whoever waited, or had an offer, when the drop was cancelled */
export const CANCEL_MAIL = 'waitlist-cancelled';
export type PlaceMailKind = typeof OFFER_MAIL | typeof CANCEL_MAIL;
export const OFFERED: PlaceMail = { mailId: OFFER_MAIL, kind: OFFER_MAIL };
interface PlaceMail {
  mailId: string;
  kind: PlaceMailKind;
}

export type OfferMailEvent =
  /** To this account. The mail of an offer needs no request. */
  | { type: 'MailRequested'; data: PlaceMail & { accountId: string } }
  /** Until the lease is over nobody else sends it. */
  | { type: 'MailClaimed'; data: PlaceMail & Claim }
  | { type: 'MailSent'; data: PlaceMail }
  | { type: 'MailBounced'; data: PlaceMail & Bounce }
  /** Not written: the offer was over, or its person is erased. */
  | { type: 'MailSuppressed'; data: PlaceMail };

export class RequestCancelMail extends Command<{ accountId: string }> {
  readonly type = 'RequestCancelMail';
}
export class ClaimOfferMail extends Command<{ kind: PlaceMailKind; by: string }> {
  readonly type = 'ClaimOfferMail';
}
export class RecordOfferMail extends Command<{ kind: PlaceMailKind; outcome: MailOutcome }> {
  readonly type = 'RecordOfferMail';
}
const offerMailCommands = { RequestCancelMail, ClaimOfferMail, RecordOfferMail };
type OfferMailCommand = CommandOf<typeof offerMailCommands>;

interface OfferMailState {
  mailClaims: MailClaims;
  ended: readonly PlaceMailKind[];
  /** who is told that the drop was cancelled; null: nobody */
  cancelledFor: string | null;
}

function decide(
  command: OfferMailCommand,
  { mailClaims, ended, cancelledFor }: OfferMailState,
  now: number,
): OfferMailEvent[] {
  switch (command.type) {
    case 'RequestCancelMail':
      return cancelledFor === null
        ? [{ type: 'MailRequested', data: { ...mailOf(CANCEL_MAIL), ...command.data } }]
        : [];
    case 'ClaimOfferMail': {
      const { kind, by } = command.data;
      if (ended.includes(kind)) throw mailEnded();
      return [{ type: 'MailClaimed', data: { ...mailOf(kind), ...nextClaim(mailClaims, kind, by, now) } }];
    }
    case 'RecordOfferMail': {
      const { kind, outcome } = command.data;
      return ended.includes(kind) ? [] : [outcomeEvent(mailOf(kind), outcome)];
    }
    default:
      return unreachable(command);
  }
}

const mailOf = (kind: PlaceMailKind): PlaceMail => ({ mailId: kind, kind });

function evolve(state: OfferMailState, event: OfferMailEvent): OfferMailState {
  switch (event.type) {
    case 'MailRequested':
      return { ...state, cancelledFor: event.data.accountId };
    case 'MailClaimed':
      return { ...state, mailClaims: withClaim(state.mailClaims, event.data.kind, event.data) };
    case 'MailSent':
    case 'MailBounced':
    case 'MailSuppressed': {
      const { kind } = event.data;
      return { ...state, mailClaims: withoutClaim(state.mailClaims, kind), ended: [...state.ended, kind] };
    }
    default:
      return unreachable(event);
  }
}

export const offerMail: Decider<OfferMailState, OfferMailCommand, OfferMailEvent> = {
  category: 'offer',
  commands: offerMailCommands,
  initial: { mailClaims: {}, ended: [], cancelledFor: null },
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
