import { EMPTY, ERASE, FORGET_INVITEE } from '../customers/accounts/account.due.js';
import { FORGET } from '../customers/profiles/profile.due.js';
import type { Command } from '../event-sourcing/decider.js';
import type { LogWatch } from '../event-sourcing/log-watch.js';
import { ERASE_GUEST } from '../orders/order.due.js';
import type { StorageRoom } from '../stores/storage-room.js';
import { WEBHOOK } from '../stripe/webhook.due.js';

/** What has happened outside already. */
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
/** What was decided before and goes on in a second stream. */
const SECOND_STEPS = ['PlaceOrder', 'FreeSlot', 'VoidReservation', 'ReturnRedemption'];
/** What an erasure is made of. */
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

/** Types of commands that are decided while the disk is nearly full, all others being refused. */
export const ADMITTED_COMMANDS: ReadonlySet<string> = new Set([...OUTCOMES, ...SECOND_STEPS, ...ERASURES]);
/** Kinds of waiting work that go on then. */
const ADMITTED_WORK: ReadonlySet<string> = new Set([WEBHOOK, ERASE, ERASE_GUEST, EMPTY, FORGET, FORGET_INVITEE]);

/** Refuses commands and keeps back work for which the disk has no room any more, and all of them once the log is another one. */
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
