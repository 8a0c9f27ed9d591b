import type { OrderMailKind } from '@supreme-access/contract/event-names.js';
import type { Money } from '@supreme-access/contract/money.js';
import { unreachable } from '../event-sourcing/decider.js';
import type { OrderState } from './order.js';
import { isDisputeLost } from './order-dispute.js';
import { refundSum, settledSum } from './order-status.js';
import type { RefundMailData } from './refund-mail-templates.js';

export type RefundMailKind = keyof RefundMailData;
export type RefundNews = {
  [K in RefundMailKind]: { kind: K } & Omit<RefundMailData[K], 'name' | 'link' | 'ticket'>;
}[RefundMailKind];

export function isRefundMail(kind: OrderMailKind): kind is RefundMailKind {
  return kind === 'refund' || kind === 'refund-failed' || kind === 'refund-settled';
}

/** Refund ids whose mail was sent, or has begun; `again`: a resent summary was sent. */
export interface ReportedRefunds {
  sent: ReadonlySet<string>;
  begun: ReadonlySet<string>;
  again: boolean;
}
export const NOTHING_REPORTED: ReportedRefunds = { sent: new Set(), begun: new Set(), again: false };

/** Describes refund `which`, or all in a resent mail. Null when outdated, or when no mail needs a correction. */
export function refundNews(
  { kind, which }: { kind: RefundMailKind; which: string },
  life: OrderState,
  reported: ReportedRefunds,
  currency: string,
): RefundNews | null {
  const money = (amount: number): Money => ({ amount, currency });
  const charged = money(life.charged?.amount ?? 0);
  switch (kind) {
    case 'refund': {
      const inAll = refundSum(life, 'done');
      const one = life.refunds.find(({ refundId }) => refundId === which);
      const refunded = one ? (one.status === 'done' ? one.amount : 0) : inAll;
      if (refunded === 0) return null;
      return { kind, charged, refunded: money(refunded), ...(inAll > refunded ? { inAll: money(inAll) } : {}) };
    }
    case 'refund-failed': {
      const one = life.refunds.find(({ refundId }) => refundId === which);
      const failed = one ? one.amount : life.owed;
      const wasReportedDone = one !== undefined && (reported.begun.has(one.refundId) || reported.again);
      // Skips a failure that was repaired before its mail, or whose repair has been mailed.
      if (failed === 0 || (life.owed === 0 && (!wasReportedDone || isMadeGood(life, reported)))) return null;
      return { kind, charged, failed: money(failed), next: nextOf(life) };
    }
    case 'refund-settled': {
      const one = life.settled.find(({ settlementId }) => settlementId === which) ?? life.settled.at(-1);
      return one ? { kind, charged, settled: money(one.amount), reason: one.reason } : null;
    }
    default:
      return unreachable(kind);
  }
}

function nextOf(life: OrderState): RefundMailData['refund-failed']['next'] {
  if (life.owed > 0) return 'owed';
  if (isDisputeLost(life)) return 'bank';
  return settledSum(life) > 0 && refundSum(life, 'requested', 'started') === 0 ? 'settled' : 'retried';
}

function isMadeGood({ refunds }: OrderState, { sent }: ReportedRefunds): boolean {
  const failedAt = refunds.findLastIndex(({ status }) => status === 'failed');
  return refunds.some(({ refundId, status }, at) => at > failedAt && status === 'done' && sent.has(refundId));
}

export function currentRefundMail(life: OrderState): RefundMailKind | null {
  if (life.owed > 0) return 'refund-failed';
  if (refundSum(life, 'done') > 0) return 'refund';
  return settledSum(life) > 0 ? 'refund-settled' : null;
}
