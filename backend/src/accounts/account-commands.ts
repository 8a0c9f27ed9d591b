import type { BillingAddress } from '../contract/api-types.js';
import type { Role } from '../contract/statuses.js';
import type { MailOutcome } from '../mail/mailing.js';
import { Command } from '../platform/decider.js';
import type { AccountMailKind, Details, LeftAddress, SavedCard } from './account.js';

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
export class VerifyEmail extends Command<{ emailKey: string }> {
  readonly type = 'VerifyEmail';
}
/** The mail that asks to confirm the address, once more. */
export class RequestVerification extends Command<{ emailKey: string; linkRecord: string }> {
  readonly type = 'RequestVerification';
}
export class ChangeDetails extends Command<{ personal: Partial<Omit<Details, 'email'>> }> {
  readonly type = 'ChangeDetails';
}
/** `left` is null when only the spelling of the same address changes. */
export class ChangeEmail extends Command<{
  emailKey: string;
  left: LeftAddress | null;
  verifyLink: string;
  personal: Partial<Details> & { email: string };
}> {
  readonly type = 'ChangeEmail';
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
export class TellOwner extends Command<{ kind: Extract<AccountMailKind, 'already-registered'> }> {
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

export const ACCOUNT_COMMANDS = [
  RegisterAccount,
  VerifyEmail,
  RequestVerification,
  ChangeDetails,
  ChangeEmail,
  UndoEmailChange,
  SetBilling,
  ChangePassword,
  ReplacePassword,
  RequestPasswordReset,
  ResetPassword,
  GrantRole,
  RevokeRole,
  TellOwner,
  RecordAccountMail,
  RequestErasure,
  EraseAccount,
] as const;
export type AccountCommand = InstanceType<(typeof ACCOUNT_COMMANDS)[number]>;
