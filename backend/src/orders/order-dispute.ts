import { Command, type CommandOf, unreachable } from '../event-sourcing/decider.js';

/** Statuses are stored as Stripe names them, also unknown ones. */

export interface DisputeFacts {
  disputeId: string;
  /** minor units */
  amount: number;
  /** as the bank names it; absent: unknown */
  reason?: string;
  /** ms UTC, deadline for evidence; absent: unknown */
  dueBy?: number;
  /** ms UTC, Stripe's clock */
  toldAt?: number;
  /** as Stripe names it; absent: unknown */
  status?: string;
  /** Stripe's `is_charge_refundable`; absent: unknown */
  refundable?: boolean;
}

export interface DisputeDeadline {
  /** ms UTC, deadline for evidence */
  dueBy: number;
  /** ms UTC, Stripe's clock */
  toldAt: number;
}

export type DisputeEvent =
  | { type: 'FeeDisputed'; data: DisputeFacts }
  | { type: 'DisputeDeadlineMoved'; data: { disputeId: string } & DisputeDeadline }
  /** the dispute continues with another status or `refundable` */
  | {
      type: 'DisputeStatusChanged';
      data: { disputeId: string; status: string; refundable?: boolean; toldAt: number };
    }
  /** `outcome`: final status; without earlier statuses `won` may be a closed inquiry */
  | { type: 'DisputeClosed'; data: { disputeId: string; outcome: string; toldAt?: number } };

export class DisputeFee extends Command<DisputeFacts> {
  readonly type = 'DisputeFee';
}
export class CloseDispute extends Command<DisputeFacts & { outcome: string }> {
  readonly type = 'CloseDispute';
}
export const disputeCommands = { DisputeFee, CloseDispute };
export type DisputeCommand = CommandOf<typeof disputeCommands>;

/** `status` 'open' and `refundable` null: unknown */
export interface Dispute {
  status: string;
  closed: boolean;
  refundable: boolean | null;
  /** ms UTC, Stripe's clock */
  toldAt: number;
}

/** Source: https://docs.stripe.com/api/disputes/object#dispute_object-status */
const INQUIRY_CLOSED = 'warning_closed';
const OURS_AGAIN = ['won', INQUIRY_CLOSED];
const INQUIRIES = ['warning_needs_response', 'warning_under_review'];
const CONTESTED = ['needs_response', 'under_review'];
const ENDINGS = [...OURS_AGAIN, 'lost', 'prevented'];

/** Whether the status is final; an unknown one is not. */
export function isDisputeEnding(status: string | null): boolean {
  return status !== null && ENDINGS.includes(status);
}

export interface DisputeState {
  disputes: Record<string, Dispute>;
  deadlines?: Record<string, DisputeDeadline>;
  /** minor units owed by failed refunds; later refunds reduce it, a lost dispute clears it */
  owed: number;
}
type Disputes = Pick<DisputeState, 'disputes'>;

export function isDisputeLost({ disputes }: Disputes): boolean {
  return Object.values(disputes).some(({ status }) => status === 'lost');
}

/** Whether a dispute blocks refunds: a won one never does, an inquiry only when Stripe rules a refund out. */
export function isDisputed({ disputes }: Disputes): boolean {
  return Object.values(disputes).some(isInTheWay);
}

/** As isDisputed, for open disputes only. */
export function isUnderDispute({ disputes }: Disputes): boolean {
  return Object.values(disputes).some((dispute) => !dispute.closed && isInTheWay(dispute));
}

function isInTheWay({ status, refundable }: Dispute): boolean {
  if (OURS_AGAIN.includes(status)) return false;
  if (INQUIRIES.includes(status)) return refundable === false;
  return !(CONTESTED.includes(status) && refundable === true);
}

export function decideDispute(command: DisputeCommand, state: DisputeState): DisputeEvent[] {
  switch (command.type) {
    case 'DisputeFee':
      return dispute(command, state);
    case 'CloseDispute':
      return closeDispute(command, state);
    default:
      return unreachable(command);
  }
}

/** A closed inquiry may reopen with a newer report; other ends are final. `toldAt`: ms UTC. */
function isOver({ closed, status, toldAt: recordedAt }: Dispute, toldAt: number): boolean {
  return closed && (status !== INQUIRY_CLOSED || toldAt <= recordedAt);
}

/** A report older than the recorded state changes nothing. */
function dispute({ data }: DisputeFee, { disputes, deadlines }: DisputeState): DisputeEvent[] {
  const { disputeId, dueBy, toldAt = 0, status, refundable } = data;
  const existing = disputes[disputeId];
  if (!existing) return [{ type: 'FeeDisputed', data }];
  if (isOver(existing, toldAt)) return [];
  const isChanged = status !== existing.status || (refundable !== undefined && refundable !== existing.refundable);
  const changed: DisputeEvent[] =
    status !== undefined && isChanged && toldAt > existing.toldAt
      ? [
          {
            type: 'DisputeStatusChanged',
            data: { disputeId, status, ...(refundable === undefined ? {} : { refundable }), toldAt },
          },
        ]
      : [];
  const deadline = deadlines?.[disputeId];
  const isOld = deadline !== undefined && (toldAt <= deadline.toldAt || dueBy === deadline.dueBy);
  if (dueBy === undefined || isOld) return changed;
  return [...changed, { type: 'DisputeDeadlineMoved', data: { disputeId, dueBy, toldAt } }];
}

/** Webhooks arrive in any order: the end may come before the start. */
function closeDispute({ data }: CloseDispute, { disputes }: DisputeState): DisputeEvent[] {
  const { outcome, ...facts } = data;
  const { disputeId, toldAt } = facts;
  const existing = disputes[disputeId];
  if (existing?.closed && (isOver(existing, toldAt ?? 0) || outcome === existing.status)) return [];
  if (existing && outcome === INQUIRY_CLOSED && toldAt !== undefined && toldAt < existing.toldAt) return [];
  const closed: DisputeEvent = {
    type: 'DisputeClosed',
    data: { disputeId, outcome, ...(toldAt === undefined ? {} : { toldAt }) },
  };
  return existing ? [closed] : [{ type: 'FeeDisputed', data: facts }, closed];
}

export function evolveDispute<State extends DisputeState>(state: State, event: DisputeEvent): State {
  const { disputeId } = event.data;
  const existing = state.disputes[disputeId];
  switch (event.type) {
    case 'FeeDisputed': {
      const { dueBy, toldAt = 0, status = 'open', refundable = null } = event.data;
      const opened = withDispute(state, disputeId, { status, closed: false, refundable, toldAt });
      return dueBy === undefined ? opened : dueThen(opened, disputeId, { dueBy, toldAt });
    }
    case 'DisputeDeadlineMoved': {
      const { dueBy, toldAt } = event.data;
      return dueThen(state, disputeId, { dueBy, toldAt });
    }
    case 'DisputeStatusChanged': {
      const { status, toldAt, refundable = existing?.refundable ?? null } = event.data;
      return withDispute(state, disputeId, { status, closed: false, refundable, toldAt });
    }
    case 'DisputeClosed': {
      const { outcome, toldAt = existing?.toldAt ?? 0 } = event.data;
      const refundable = existing?.refundable ?? null;
      const closed = withDispute(state, disputeId, { status: outcome, closed: true, refundable, toldAt });
      return outcome === 'lost' ? { ...closed, owed: 0 } : closed;
    }
    default:
      return unreachable(event);
  }
}

function withDispute<State extends DisputeState>(state: State, disputeId: string, dispute: Dispute): State {
  return { ...state, disputes: { ...state.disputes, [disputeId]: dispute } };
}

function dueThen<State extends DisputeState>(state: State, disputeId: string, deadline: DisputeDeadline): State {
  return { ...state, deadlines: { ...state.deadlines, [disputeId]: deadline } };
}
