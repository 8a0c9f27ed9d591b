import { Command, type CommandOf, unreachable } from '../event-sourcing/decider.js';

/** Disputes of the fee: the bank's, and what Stripe says of them. A status is kept as Stripe names it, also one that nobody here knows. */

export interface DisputeFacts {
  disputeId: string;
  /** minor units */
  amount: number;
  /** as the bank names it; absent: it was not told */
  reason?: string;
  /** until when Stripe takes evidence, ms UTC; absent: it was not told */
  dueBy?: number;
  /** when Stripe said so, ms UTC by its clock */
  toldAt?: number;
  /** as Stripe names it; absent: it was not told */
  status?: string;
  /** Stripe's `is_charge_refundable`; absent: it was not told */
  refundable?: boolean;
}

export interface DisputeDeadline {
  /** until when Stripe takes evidence now, ms UTC */
  dueBy: number;
  /** when Stripe said so, ms UTC by its clock */
  toldAt: number;
}

export type DisputeEvent =
  | { type: 'FeeDisputed'; data: DisputeFacts }
  | { type: 'DisputeDeadlineMoved'; data: { disputeId: string } & DisputeDeadline }
  /** It goes on, as something else or with other rights to a refund. */
  | {
      type: 'DisputeStatusChanged';
      data: { disputeId: string; status: string; refundable?: boolean; toldAt: number };
    }
  /** `outcome`: its last status. `won` of one that was recorded before statuses were may have been an inquiry that was closed. */
  | { type: 'DisputeClosed'; data: { disputeId: string; outcome: string; toldAt?: number } };

export class DisputeFee extends Command<DisputeFacts> {
  readonly type = 'DisputeFee';
}
export class CloseDispute extends Command<DisputeFacts & { outcome: string }> {
  readonly type = 'CloseDispute';
}
export const disputeCommands = { DisputeFee, CloseDispute };
export type DisputeCommand = CommandOf<typeof disputeCommands>;

/** `status` 'open': it was never told. `refundable` null: Stripe has not said. */
export interface Dispute {
  status: string;
  closed: boolean;
  refundable: boolean | null;
  /** when Stripe said the last of it, ms UTC */
  toldAt: number;
}

/** Statuses as in https://docs.stripe.com/api/disputes/object#dispute_object-status */
const INQUIRY_CLOSED = 'warning_closed';
const OURS_AGAIN = ['won', INQUIRY_CLOSED];
const INQUIRIES = ['warning_needs_response', 'warning_under_review'];
const CONTESTED = ['needs_response', 'under_review'];
const ENDINGS = [...OURS_AGAIN, 'lost', 'prevented'];

/** Whether a dispute of that status goes on no more; what nobody here knows goes on. */
export function isDisputeEnding(status: string | null): boolean {
  return status !== null && ENDINGS.includes(status);
}

export interface DisputeState {
  disputes: Record<string, Dispute>;
  /** of the disputes that tell one */
  deadlines?: Record<string, DisputeDeadline>;
  /** minor units that failed refunds still owe; later refunds make good for them first, and a lost dispute for all */
  owed: number;
}
type Disputes = Pick<DisputeState, 'disputes'>;

/** The bank has given the money back: nothing more is owed. */
export function isDisputeLost({ disputes }: Disputes): boolean {
  return Object.values(disputes).some(({ status }) => status === 'lost');
}

/** Whether a dispute stands in a refund's way: none that ended for us, and no inquiry that Stripe does not except. */
export function isDisputed({ disputes }: Disputes): boolean {
  return Object.values(disputes).some(isInTheWay);
}

/** The same of those that go on: the bank may still give the money back. */
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

/** An end is one, but for an inquiry's: a bank may dispute after it. `toldAt`: when Stripe said what is judged, ms UTC. */
function isOver({ closed, status, toldAt: known }: Dispute, toldAt: number): boolean {
  return closed && (status !== INQUIRY_CLOSED || toldAt <= known);
}

/** What Stripe said before what is known of it changes nothing. */
function dispute({ data }: DisputeFee, { disputes, deadlines }: DisputeState): DisputeEvent[] {
  const { disputeId, dueBy, toldAt = 0, status, refundable } = data;
  const known = disputes[disputeId];
  if (!known) return [{ type: 'FeeDisputed', data }];
  if (isOver(known, toldAt)) return [];
  const isChanged = status !== known.status || (refundable !== undefined && refundable !== known.refundable);
  const changed: DisputeEvent[] =
    status !== undefined && isChanged && toldAt > known.toldAt
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

/** Webhooks come in any order: the end of a dispute may be told before its beginning. */
function closeDispute({ data }: CloseDispute, { disputes }: DisputeState): DisputeEvent[] {
  const { outcome, ...facts } = data;
  const { disputeId, toldAt } = facts;
  const known = disputes[disputeId];
  if (known?.closed && (isOver(known, toldAt ?? 0) || outcome === known.status)) return [];
  const closed: DisputeEvent = {
    type: 'DisputeClosed',
    data: { disputeId, outcome, ...(toldAt === undefined ? {} : { toldAt }) },
  };
  return known ? [closed] : [{ type: 'FeeDisputed', data: facts }, closed];
}

export function evolveDispute<State extends DisputeState>(state: State, event: DisputeEvent): State {
  const { disputeId } = event.data;
  const known = state.disputes[disputeId];
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
      const { status, toldAt, refundable = known?.refundable ?? null } = event.data;
      return withDispute(state, disputeId, { status, closed: false, refundable, toldAt });
    }
    case 'DisputeClosed': {
      const { outcome, toldAt = known?.toldAt ?? 0 } = event.data;
      const refundable = known?.refundable ?? null;
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
