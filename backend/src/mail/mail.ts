import { type Claim, claimed } from '../event-sourcing/claims.js';
import { Command, type CommandMetadata, type CommandOf, type Decider, unreachable } from '../event-sourcing/decider.js';
import { type JobChange, jobRule } from '../jobs/jobs.projection.js';
import type { Bounce } from './bounces.js';

/** `about`: the stream that it concerns; `which`: distinguishes it from others of its kind */
export interface MailName {
  about: string;
  kind: string;
  which: string;
}
/** `holder`: whose erasure removes the kept copy; absent: what the mail is about */
interface Held {
  holder?: string;
}
/** `accountId`: owner of the address */
type Bounced = Bounce & { accountId: string | null };
export type MailOutcome = 'sent' | 'suppressed' | Bounced;

export type MailEvent =
  /** `cause`: id of the causing event or command, or null for a direct request; `requestedAt`: ms UTC */
  | { type: 'MailRequested'; data: MailName & { cause: string | null; requestedAt: number } }
  /** No other worker sends it before the lease ends. */
  | { type: 'MailClaimed'; data: MailName & Held & Claim }
  | { type: 'MailSent'; data: MailName }
  /** The recipient's server refuses it permanently. */
  | { type: 'MailBounced'; data: MailName & Bounced }
  /** Not sent: it has no recipient, or its content is obsolete. */
  | { type: 'MailSuppressed'; data: MailName };

export function mailIdOf({ about, kind, which }: MailName): string {
  return which === '' ? `${about}:${kind}` : `${about}:${kind}:${which}`;
}
export function mailNamed(id: string): MailName {
  const [about = '', kind = '', ...which] = id.split(':');
  return { about, kind, which: which.join(':') };
}
export function idsAbout(category: string, { about }: Pick<MailName, 'about'>): string[] {
  return about.startsWith(`${category}-`) ? [about.slice(category.length + 1)] : [];
}

interface Caused {
  cause: string | null;
}
/** `repeatAfter`: ms until an ended mail may be requested again */
export class RequestMail extends Command<Caused & { repeatAfter?: number }> {
  readonly type = 'RequestMail';
}
export function requestMail(
  name: MailName,
  metadata: CommandMetadata,
  more: { repeatAfter?: number } = {},
): RequestMail {
  return new RequestMail(mailIdOf(name), { cause: metadata.causationId ?? null, ...more }, metadata);
}
/** Claims nothing of an ended mail. `isNew`: another stream's event has made it due, its own has none as far as is known */
export class ClaimMail extends Command<Caused & Held & { by: string; isNew?: boolean }> {
  readonly type = 'ClaimMail';
  override readonly isFirst = this.data.isNew === true;
}
export class RecordMail extends Command<Caused & { outcome: MailOutcome }> {
  readonly type = 'RecordMail';
}
const mailCommands = { RequestMail, ClaimMail, RecordMail };
type MailCommand = CommandOf<typeof mailCommands>;

export interface MailState {
  requests: number;
  /** ms UTC */
  requestedAt: number;
  claim: (Claim & Held & { times: number }) | null;
  outcome: 'sent' | 'suppressed' | 'bounced' | null;
}

/** ms; the deadline of one attempt */
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
    case 'ClaimMail': {
      if (state.outcome) return [];
      const { by, holder } = command.data;
      const data = { ...name, ...(holder === undefined ? {} : { holder }), ...nextClaim(state, by, now) };
      return [...request, { type: 'MailClaimed', data }];
    }
    case 'RecordMail':
      return state.outcome ? [] : [...request, outcomeEvent(name, command.data.outcome)];
    default:
      return unreachable(command);
  }
}

/** Leases grow fourfold: eight attempts within 72 hours of refusals. @throws Refused 'claimed' */
function nextClaim({ claim }: MailState, by: string, now: number): Claim {
  if (claim && now < claim.leaseUntil) throw claimed(Math.ceil((claim.leaseUntil - now) / 1_000));
  return { by, leaseUntil: now + Math.min(LONGEST_LEASE, LEASE * 4 ** (claim?.times ?? 0)) };
}

function outcomeEvent(data: MailName, outcome: MailOutcome): MailEvent {
  if (outcome === 'sent') return { type: 'MailSent', data };
  if (outcome === 'suppressed') return { type: 'MailSuppressed', data };
  return { type: 'MailBounced', data: { ...data, ...outcome } };
}

function evolve(state: MailState, event: MailEvent): MailState {
  switch (event.type) {
    case 'MailRequested':
      return { requests: state.requests + 1, requestedAt: event.data.requestedAt, claim: null, outcome: null };
    case 'MailClaimed': {
      const { by, leaseUntil, holder } = event.data;
      const times = (state.claim?.times ?? 0) + 1;
      return { ...state, claim: { by, leaseUntil, times, ...(holder === undefined ? {} : { holder }) } };
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

/** `attempt` 0 until the mail's own stream begins */
export function mailJobs(name: MailName, dueAt: number, attempt = 0): JobChange {
  return { kind: MAIL, id: mailIdOf(name), dueAt, about: name.kind, attempt };
}
export function mailDone(name: MailName): JobChange {
  return { kind: MAIL, id: mailIdOf(name), done: true };
}

/** A requested mail is due at once, a claimed one at the end of its lease. */
export const mailsDue = jobRule<MailEvent>(['mail'], (event): readonly JobChange[] => {
  switch (event.type) {
    case 'MailRequested':
      return [mailJobs(event.data, event.at, 1)];
    case 'MailClaimed':
      return [mailJobs(event.data, event.data.leaseUntil, 1)];
    case 'MailSent':
    case 'MailBounced':
    case 'MailSuppressed':
      return [mailDone(event.data)];
    default:
      return unreachable(event);
  }
});
