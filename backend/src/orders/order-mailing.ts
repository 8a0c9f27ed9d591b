import type { OrderMailKind } from '@supreme-access/contract/event-names.js';
import type { Bounce } from '../mail/bounces.js';
import { type MailClaims, mailEnded, nextClaim, personErased, withClaim, withoutClaim } from '../mail/mail-claims.js';
import type { Claim } from '../platform/claims.js';
import { Command, type CommandOf, unreachable } from '../platform/decider.js';
import type { OrderEvent, OrderState } from './order.js';

/** What an order's mails come to: each is claimed, then sent, or it bounces, or there is nobody to write to any more. */

export interface MailFacts {
  mailId: string;
  kind: OrderMailKind;
}

export type OrderMailEvent =
  | { type: 'MailRequested'; data: MailFacts }
  /** Until the lease is over nobody else sends it. */
  | { type: 'MailClaimed'; data: MailFacts & Claim }
  | { type: 'MailSent'; data: MailFacts }
  /** Its receiver's side will never take it. */
  | { type: 'MailBounced'; data: MailFacts & Bounce }
  /** Not written: nobody is left to write to, or what it would say no longer holds. */
  | { type: 'MailSuppressed'; data: MailFacts };

export class RequestMail extends Command<MailFacts> {
  readonly type = 'RequestMail';
}
/** As a person asks for it, who is told why nothing comes. @throws Refused 'person-erased' */
export class ResendMail extends Command<MailFacts> {
  readonly type = 'ResendMail';
}
export class ClaimMail extends Command<MailFacts & { by: string }> {
  readonly type = 'ClaimMail';
}
export class RecordMailSent extends Command<MailFacts> {
  readonly type = 'RecordMailSent';
}
export class RecordMailBounced extends Command<MailFacts & Bounce> {
  readonly type = 'RecordMailBounced';
}
export class RecordMailSuppressed extends Command<MailFacts> {
  readonly type = 'RecordMailSuppressed';
}
export const orderMailCommands = {
  RequestMail,
  ResendMail,
  ClaimMail,
  RecordMailSent,
  RecordMailBounced,
  RecordMailSuppressed,
};
export type OrderMailCommand = CommandOf<typeof orderMailCommands>;

export interface OrderMailState {
  mailsRequested: string[];
  mailClaims: MailClaims;
  mailsSent: string[];
  mailsBounced: string[];
  mailsSuppressed: string[];
}

export const NO_MAILS: OrderMailState = {
  mailsRequested: [],
  mailClaims: {},
  mailsSent: [],
  mailsBounced: [],
  mailsSuppressed: [],
};

export function decideMail(command: OrderMailCommand, state: OrderState, now: number): OrderEvent[] {
  const { mailId } = command.data;
  const hasEnded = [state.mailsSent, state.mailsBounced, state.mailsSuppressed].some((ids) => ids.includes(mailId));
  switch (command.type) {
    case 'ResendMail':
    case 'RequestMail':
      if (command.type === 'ResendMail' && state.erased) throw personErased();
      return state.mailsRequested.includes(mailId) ? [] : [{ type: 'MailRequested', data: command.data }];
    case 'ClaimMail': {
      if (state.erased) throw personErased();
      if (hasEnded) throw mailEnded();
      const { by, ...mail } = command.data;
      return [{ type: 'MailClaimed', data: { ...mail, ...nextClaim(state.mailClaims, mailId, by, now) } }];
    }
    case 'RecordMailSent':
      return state.mailsSent.includes(mailId) ? [] : [{ type: 'MailSent', data: command.data }];
    case 'RecordMailBounced':
      return hasEnded ? [] : [{ type: 'MailBounced', data: command.data }];
    case 'RecordMailSuppressed':
      return hasEnded ? [] : [{ type: 'MailSuppressed', data: command.data }];
    default:
      return unreachable(command);
  }
}

export function evolveMail(state: OrderState, event: OrderMailEvent): OrderState {
  const { mailId } = event.data;
  const ended = { mailClaims: withoutClaim(state.mailClaims, mailId) };
  switch (event.type) {
    case 'MailRequested':
      return { ...state, mailsRequested: [...state.mailsRequested, mailId] };
    case 'MailClaimed':
      return { ...state, mailClaims: withClaim(state.mailClaims, mailId, event.data) };
    case 'MailSent':
      return { ...state, ...ended, mailsSent: [...state.mailsSent, mailId] };
    case 'MailBounced':
      return { ...state, ...ended, mailsBounced: [...state.mailsBounced, mailId] };
    case 'MailSuppressed':
      return { ...state, ...ended, mailsSuppressed: [...state.mailsSuppressed, mailId] };
    default:
      return unreachable(event);
  }
}
