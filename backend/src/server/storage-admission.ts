import { EMPTY, ERASE, FORGET_INVITEE } from '../customers/accounts/account.jobs.js';
import { FORGET } from '../customers/profiles/profile.jobs.js';
import type { Command } from '../event-sourcing/decider.js';
import type { LogWatch } from '../event-sourcing/log-watch.js';
import { ERASE_GUEST } from '../orders/order.jobs.js';
import type { StorageRoom } from '../stores/storage-room.js';
import { WEBHOOK } from '../stripe/webhook.jobs.js';

const OUTCOMES = [
  'RecordCheckout',
  'RecordEvidence',
  'RecordCharge',
  'RecordRefund',
  'RecordRefundByHand',
  'DisputeFee',
  'CloseDispute',
  'ReceiveHint',
  'RecordProofCheck',
  'ClaimPurchase',
  'ReceiveWebhook',
  'FinishWebhook',
  'RecordMail',
  'FinishAuditRun',
];
const SECOND_STEPS = ['PlaceOrder', 'FreeSlot', 'VoidReservation', 'ReturnRedemption'];
const ERASURES = [
  'RequestErasure',
  'EraseAccount',
  'RecordEmptied',
  'EraseOrder',
  'FinishErasure',
  'ForgetProof',
  'EraseProfile',
  'EraseInvitee',
  'RemoveProfile',
  'ForgetSecret',
  'WithdrawOrder',
  'LeaveWaitlist',
  'FreeEmail',
  'RevokeInvitation',
  'RevokeSessions',
  'EndSession',
  'TakeRoles',
  'DisableTotp',
];

/** Commands that a nearly full disk admits. */
export const ADMITTED_COMMANDS: ReadonlySet<string> = new Set([...OUTCOMES, ...SECOND_STEPS, ...ERASURES]);
const ADMITTED_WORK: ReadonlySet<string> = new Set([WEBHOOK, ERASE, ERASE_GUEST, EMPTY, FORGET, FORGET_INVITEE]);

export function admissionOf(storage: StorageRoom, watch: Pick<LogWatch, 'assertOurs' | 'isTrusted'>) {
  return {
    /** @throws StorageFull, LogReplaced */
    admit({ type }: Command): void {
      watch.assertOurs();
      if (!ADMITTED_COMMANDS.has(type)) storage.assertEnough();
    },
    mayBegin: (kind: string): boolean => watch.isTrusted && (ADMITTED_WORK.has(kind) || storage.isEnough),
  };
}
