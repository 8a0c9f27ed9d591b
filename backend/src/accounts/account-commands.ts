import type { BillingAddress } from '@supreme-access/contract/api-types.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import type { MailOutcome } from '../mail/mailing.js';
import { Command } from '../platform/decider.js';
import type { Details, LeftAddress, SavedCard } from './account.js';

/** What can be asked of an account. Passwords and links are in the vault by then; commands name their records. */

/** `verifyLink` null: nobody is asked to confirm the address. */
export class RegisterAccount extends Command<{
  emailKey: string;
  passwordRecord: string;
  roles: Role[];
  termsVersion: string;
  verifyLink: string | null;
  personal: Details;
}> {
  readonly type = 'RegisterAccount';
}
/** What the reader of a verification link knows beside it, judged again as the command is: nothing of it may have ended. */
export type KnownToReader =
  /** the record their password was checked against */
  | { passwordRecord: string }
  /** a session of the account */
  | { tokenVersion: number };
/** Somebody who knows neither sets a new password; its record. */
export class VerifyEmail extends Command<{ emailKey: string; by: KnownToReader | { newPasswordRecord: string } }> {
  readonly type = 'VerifyEmail';
}
/** What was entered before the address was proven is gone from the account. */
export class RecordEmptied extends Command<Record<string, never>> {
  readonly type = 'RecordEmptied';
}
/** The mail that asks to confirm the address, once more. */
export class RequestVerification extends Command<{ emailKey: string; linkRecord: string }> {
  readonly type = 'RequestVerification';
}
export class ChangeDetails extends Command<{ personal: Partial<Omit<Details, 'email'>> }> {
  readonly type = 'ChangeDetails';
}
/** Another address, pending until its owner follows the link. */
export class RequestEmailMove extends Command<{
  emailKey: string;
  linkRecord: string;
  expiresAt: number;
  personal: { email: string };
}> {
  readonly type = 'RequestEmailMove';
}
/** The link was followed. `left` is the address that logs in until now, should it have been proven. */
export class MoveEmail extends Command<{
  linkRecord: string;
  left: LeftAddress;
  by: KnownToReader;
  personal: { email: string };
}> {
  readonly type = 'MoveEmail';
}
export class UndoEmailChange extends Command<{ linkRecord: string; personal: { email: string } }> {
  readonly type = 'UndoEmailChange';
}
/** What is null stays as it is. */
export class SetBilling extends Command<{ address: BillingAddress | null; card: SavedCard | null }> {
  readonly type = 'SetBilling';
}
/** `current` is the record the owner's password was checked against. */
export class ChangePassword extends Command<{ current: string; passwordRecord: string }> {
  readonly type = 'ChangePassword';
}
/** The operator's word for whose account it is: whoever set it up before keeps nothing that lets them in. */
export class ReplacePassword extends Command<{ passwordRecord: string }> {
  readonly type = 'ReplacePassword';
}
export class RequestPasswordReset extends Command<{ linkRecord: string; expiresAt: number }> {
  readonly type = 'RequestPasswordReset';
}
export class ResetPassword extends Command<{ linkRecord: string; passwordRecord: string }> {
  readonly type = 'ResetPassword';
}
export class GrantRole extends Command<{ role: Role }> {
  readonly type = 'GrantRole';
}
export class RevokeRole extends Command<{ role: Role }> {
  readonly type = 'RevokeRole';
}
/** Somebody wants to register the address: its owner is told, and can set a password through the link. */
export class TellOwner extends Command<{ linkRecord: string; expiresAt: number }> {
  readonly type = 'TellOwner';
}
export class RecordAccountMail extends Command<{ mailId: string; outcome: MailOutcome }> {
  readonly type = 'RecordAccountMail';
}
/** `farewell` is the vault record of the last mail, which is sent when nothing else is left. */
export class RequestErasure extends Command<{ farewell: string }> {
  readonly type = 'RequestErasure';
}
export class EraseAccount extends Command<Record<string, never>> {
  readonly type = 'EraseAccount';
}

export type AccountCommand =
  | RegisterAccount
  | VerifyEmail
  | RecordEmptied
  | RequestVerification
  | ChangeDetails
  | RequestEmailMove
  | MoveEmail
  | UndoEmailChange
  | SetBilling
  | ChangePassword
  | ReplacePassword
  | RequestPasswordReset
  | ResetPassword
  | GrantRole
  | RevokeRole
  | TellOwner
  | RecordAccountMail
  | RequestErasure
  | EraseAccount;
