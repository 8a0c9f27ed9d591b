import { type Claim, claimed } from '../event-sourcing/claims.js';
import { Command, type CommandOf, type Decider, type Origin, Refused, unreachable } from '../event-sourcing/decider.js';
import { type DueChange, dueRule } from '../jobs/due.projection.js';
import type { Bounce } from './bounces.js';

/** One mail: requested, claimed by whoever sends it, then sent, bounced or suppressed. Each has a stream of its own. */

/** `about`: the stream of what it is about; `which`: tells it from others of its kind, by what caused it. */
export interface MailName {
  about: string;
  kind: string;
  which: string;
}
/** `accountId`: whose address it was sent to */
type Bounced = Bounce & { accountId: string | null };
export type MailOutcome = 'sent' | 'suppressed' | Bounced;

export type MailEvent =
  /** `cause`: id of the event that it tells of; null: somebody asked for it. `requestedAt`: ms UTC */
  | { type: 'MailRequested'; data: MailName & { cause: string | null; requestedAt: number } }
  /** Until the lease is over nobody else sends it. */
  | { type: 'MailClaimed'; data: MailName & Claim }
  | { type: 'MailSent'; data: MailName }
  /** Its receiver's side will never take it. */
  | { type: 'MailBounced'; data: MailName & Bounced }
  /** Not written: nobody is left to write to, or what it would say no longer holds. */
  | { type: 'MailSuppressed'; data: MailName };

/** The same mail always has the same id, so that it is requested once. */
export function mailIdOf({ about, kind, which }: MailName): string {
  return which === '' ? `${about}:${kind}` : `${about}:${kind}:${which}`;
}
export function mailNamed(id: string): MailName {
  const [about = '', kind = '', ...which] = id.split(':');
  return { about, kind, which: which.join(':') };
}
/** The id of what a mail is about, where that is of this category; else none. */
export function idsAbout(category: string, { about }: Pick<MailName, 'about'>): string[] {
  return about.startsWith(`${category}-`) ? [about.slice(category.length + 1)] : [];
}

interface Caused {
  cause: string | null;
}
/** `repeatAfter`: ms after which it is sent once more when it has ended and is requested again */
export class RequestMail extends Command<Caused & { repeatAfter?: number }> {
  readonly type = 'RequestMail';
}
/** As somebody asks for it, or a worker that knows no event. */
export function requestMail(name: MailName, origin: Origin, more: { repeatAfter?: number } = {}): RequestMail {
  return new RequestMail(mailIdOf(name), { cause: origin.causationId ?? null, ...more }, origin);
}
export class ClaimMail extends Command<Caused & { by: string }> {
  readonly type = 'ClaimMail';
}
export class RecordMail extends Command<Caused & { outcome: MailOutcome }> {
  readonly type = 'RecordMail';
}
const mailCommands = { RequestMail, ClaimMail, RecordMail };
type MailCommand = CommandOf<typeof mailCommands>;

export interface MailState {
  /** how often it was requested; each time it has another Message-ID */
  requests: number;
  /** ms UTC */
  requestedAt: number;
  claim: (Claim & { times: number }) | null;
  outcome: 'sent' | 'suppressed' | 'bounced' | null;
}

/** The deadline of sending one, ms. */
export const SEND_WITHIN = 60_000;
const LEASE = 2 * SEND_WITHIN;
const LONGEST_LEASE = 24 * 3_600_000;

function decide(command: MailCommand, state: MailState, now: number): MailEvent[] {
  const name = mailNamed(command.id);
  const { cause } = command.data;
  const requested: MailEvent = { type: 'MailRequested', data: { ...name, cause, requestedAt: now } };
  const request = state.requests === 0 ? [requested] : [];
  switch (command.type) {
    case 'RequestMail': {
      const { repeatAfter = Number.POSITIVE_INFINITY } = command.data;
      return state.outcome && now - state.requestedAt >= repeatAfter ? [requested] : request;
    }
    case 'ClaimMail':
      if (state.outcome) throw mailEnded();
      return [...request, { type: 'MailClaimed', data: { ...name, ...nextClaim(state, command.data.by, now) } }];
    case 'RecordMail':
      return state.outcome ? [] : [...request, outcomeEvent(name, command.data.outcome)];
    default:
      return unreachable(command);
  }
}

/** Each lasts four times as long as the one before: eight of them in 72 hours of refusals. @throws Refused 'claimed' */
function nextClaim({ claim }: MailState, by: string, now: number): Claim {
  if (claim && now < claim.leaseUntil) throw claimed(Math.ceil((claim.leaseUntil - now) / 1_000));
  return { by, leaseUntil: now + Math.min(LONGEST_LEASE, LEASE * 4 ** (claim?.times ?? 0)) };
}

function outcomeEvent(data: MailName, outcome: MailOutcome): MailEvent {
  if (outcome === 'sent') return { type: 'MailSent', data };
  if (outcome === 'suppressed') return { type: 'MailSuppressed', data };
  return { type: 'MailBounced', data: { ...data, ...outcome } };
}

/** It was sent, suppressed or has bounced: whoever comes late has nothing to do. */
function mailEnded(): Refused {
  return new Refused('mail-ended', 'conflict', 'This email has already been handled.');
}

function evolve(state: MailState, event: MailEvent): MailState {
  switch (event.type) {
    case 'MailRequested':
      return { requests: state.requests + 1, requestedAt: event.data.requestedAt, claim: null, outcome: null };
    case 'MailClaimed': {
      const { by, leaseUntil } = event.data;
      return { ...state, claim: { by, leaseUntil, times: (state.claim?.times ?? 0) + 1 } };
    }
    case 'MailSent':
      return { ...state, outcome: 'sent' };
    case 'MailBounced':
      return { ...state, outcome: 'bounced' };
    case 'MailSuppressed':
      return { ...state, outcome: 'suppressed' };
    default:
      return unreachable(event);
  }
}

export const mail: Decider<MailState, MailCommand, MailEvent> = {
  category: 'mail',
  commands: mailCommands,
  initial: { requests: 0, requestedAt: 0, claim: null, outcome: null },
  decide,
  evolve,
};

export const MAIL = 'mail';

/** A mail that an event makes due at a time, ms UTC. */
export function mailDue(name: MailName, dueAt: number): DueChange {
  return { kind: MAIL, id: mailIdOf(name), dueAt, about: name.kind };
}
export function mailDone(name: MailName): DueChange {
  return { kind: MAIL, id: mailIdOf(name), done: true };
}

/** What was requested is due at once; what is claimed is looked at by others once the lease is over. */
export const mailsDue = dueRule<MailEvent>(['mail'], (event): readonly DueChange[] => {
  switch (event.type) {
    case 'MailRequested':
      return [mailDue(event.data, event.at)];
    case 'MailClaimed':
      return [mailDue(event.data, event.data.leaseUntil)];
    case 'MailSent':
    case 'MailBounced':
    case 'MailSuppressed':
      return [mailDone(event.data)];
    default:
      return unreachable(event);
  }
});
