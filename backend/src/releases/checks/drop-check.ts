import type { CheckedAt, CheckFinding, CheckPoint } from '@supreme-access/contract/check-types.js';
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

/** What was found before a drop, each time it was looked at, and whom it was mailed to. One stream a product. */

export const CHECK_MAIL = 'drop-check';
interface CheckMail {
  mailId: string;
  kind: typeof CHECK_MAIL;
}
/** Why a check that was due was not made. */
type Skipped = 'moved' | 'over' | 'overtaken' | 'repeated';

export type DropCheckEvent =
  | {
      type: 'DropChecked';
      data: {
        /** ms UTC; null: the release is started by hand */
        releaseAt: number | null;
        at: CheckedAt;
        /** ms UTC */
        checkedAt: number;
        findings: CheckFinding[];
        /** accounts of the operators whom it is mailed to; nobody unless something is red */
        operators: string[];
      };
    }
  | { type: 'DropCheckSkipped'; data: { releaseAt: number; at: CheckPoint; reason: Skipped } }
  /** Until the lease is over nobody else sends it. */
  | { type: 'MailClaimed'; data: CheckMail & Claim }
  | { type: 'MailSent'; data: CheckMail }
  | { type: 'MailBounced'; data: CheckMail & Bounce }
  /** Not written: the operator is none any more, or the release has started. */
  | { type: 'MailSuppressed'; data: CheckMail };

export type Checked = Extract<DropCheckEvent, { type: 'DropChecked' }>['data'];

export class RecordDropCheck extends Command<Omit<Checked, 'checkedAt'>> {
  readonly type = 'RecordDropCheck';
}
export class SkipDropCheck extends Command<{ releaseAt: number; at: CheckPoint; reason: Skipped }> {
  readonly type = 'SkipDropCheck';
}
export class ClaimCheckMail extends Command<{ mailId: string; by: string }> {
  readonly type = 'ClaimCheckMail';
}
export class RecordCheckMail extends Command<{ mailId: string; outcome: MailOutcome }> {
  readonly type = 'RecordCheckMail';
}
const dropCheckCommands = { RecordDropCheck, SkipDropCheck, ClaimCheckMail, RecordCheckMail };
type DropCheckCommand = CommandOf<typeof dropCheckCommands>;

export interface DropCheckState {
  /** the latest, oldest first */
  checks: readonly Checked[];
  /** `pointOf` of what was checked by itself */
  done: readonly string[];
  /** mails that have not ended, by their mailId: to whom, and what of */
  mails: Readonly<Record<string, { accountId: string; check: Checked }>>;
  mailClaims: MailClaims;
}

const initial: DropCheckState = { checks: [], done: [], mails: {}, mailClaims: {} };
const KEPT = 20;

function pointOf({ releaseAt, at }: { releaseAt: number | null; at: CheckedAt }): string {
  return `${at}@${releaseAt}`;
}
export function mailIdOf(check: { releaseAt: number | null; at: CheckedAt }, accountId: string): string {
  return `${pointOf(check)}@${accountId}`;
}
export function isChecked({ done }: DropCheckState, point: { releaseAt: number; at: CheckPoint }): boolean {
  return done.includes(pointOf(point));
}

function decide(command: DropCheckCommand, state: DropCheckState, now: number): DropCheckEvent[] {
  switch (command.type) {
    case 'RecordDropCheck':
      if (state.done.includes(pointOf(command.data))) return [];
      return [{ type: 'DropChecked', data: { ...command.data, checkedAt: now } }];
    case 'SkipDropCheck':
      return [{ type: 'DropCheckSkipped', data: command.data }];
    case 'ClaimCheckMail': {
      const { mailId, by } = command.data;
      if (!(mailId in state.mails)) throw mailEnded();
      const claim = nextClaim(state.mailClaims, mailId, by, now);
      return [{ type: 'MailClaimed', data: { mailId, kind: CHECK_MAIL, ...claim } }];
    }
    case 'RecordCheckMail': {
      const { mailId, outcome } = command.data;
      return mailId in state.mails ? [outcomeEvent({ mailId, kind: CHECK_MAIL }, outcome)] : [];
    }
    default:
      return unreachable(command);
  }
}

function evolve(state: DropCheckState, event: DropCheckEvent): DropCheckState {
  switch (event.type) {
    case 'DropChecked': {
      const check = event.data;
      const mails = check.operators.map((accountId) => [mailIdOf(check, accountId), { accountId, check }] as const);
      return {
        ...state,
        checks: [...state.checks, check].slice(-KEPT),
        done: check.at === 'by-hand' ? state.done : [...state.done, pointOf(check)],
        mails: { ...state.mails, ...Object.fromEntries(mails) },
      };
    }
    case 'DropCheckSkipped':
      return state;
    case 'MailClaimed':
      return { ...state, mailClaims: withClaim(state.mailClaims, event.data.mailId, event.data) };
    case 'MailSent':
    case 'MailBounced':
    case 'MailSuppressed': {
      const { [event.data.mailId]: _, ...mails } = state.mails;
      return { ...state, mails, mailClaims: withoutClaim(state.mailClaims, event.data.mailId) };
    }
    default:
      return unreachable(event);
  }
}

export const dropCheck: Decider<DropCheckState, DropCheckCommand, DropCheckEvent> = {
  category: 'check',
  commands: dropCheckCommands,
  initial,
  decide,
  evolve,
};
