import type { Size } from '@supreme-access/contract/limits.js';
import type { Money } from '@supreme-access/contract/money.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import type { CloseReason } from '../orders/order.js';

/** A time, ms UTC, and the IANA zone whose clocks the mail shows. */
export interface Moment {
  at: number;
  zone: string;
}

/** Every mail greets someone and has one place to go to: `link` is absolute, http or https. */
interface Letter {
  name: string;
  link: string;
}
interface ExpiringLetter extends Letter {
  /** when the link stops working */
  expires: Moment;
}

/** The ticket a mail shows. */
export interface Ticket {
  orderId: string;
  productTitle: string;
  size: Size;
  style: string;
  /** null for orders that hold no slot */
  slotNumber: number | null;
  totalStock: number;
  /** the service fee after any discount */
  fee: Money;
  /** null when an admin fires the release by hand */
  release: Moment | null;
}
interface OrderLetter extends Letter {
  ticket: Ticket;
}
interface Bought {
  size: Size;
  style: string;
  /** the evidence: the retailer's order number, or what the mail or the statement names */
  reference: string;
}
interface PaymentLetter extends OrderLetter {
  why: 'declined' | 'authenticate' | 'expired';
  deadline: Moment;
}

/** What each kind of mail is made from. */
export interface MailData {
  'verify-email': ExpiringLetter;
  'password-reset': ExpiringLetter;
  /** someone tried to register with an address that has an account: `link` sets a password, `login` leads to sign-in */
  'already-registered': Letter & { login: string };
  /** goes to another address that is to log in from now on */
  'move-email': ExpiringLetter;
  /** goes to the old address; `link` undoes the change */
  'email-changed-undo': ExpiringLetter & { changed: Moment };
  'password-changed': Letter & { changed: Moment };
  'account-erased': Letter & { erased: Moment };
  /** `link` leads to registering; `role` null: an ordinary shopper */
  invitation: ExpiringLetter & { role: Role | null };
  'slot-confirmed': OrderLetter & { profileName: string; takesNextAvailable: boolean; poBox: boolean };
  /** `link` lets a guest see, withdraw, pay or erase */
  'guest-slot-confirmed': OrderLetter & { expires: Moment; takesNextAvailable: boolean; poBox: boolean };
  /** `link` leads to where the code is given */
  'code-needed': OrderLetter;
  'release-changed': OrderLetter & { before: Moment | null };
  success: OrderLetter & { bought: Bought; charged: Money };
  'fee-waived': OrderLetter & { bought: Bought };
  'action-needed': PaymentLetter;
  'action-reminder': PaymentLetter;
  closed: OrderLetter & { reason: CloseReason };
  refund: OrderLetter & { refunded: Money; charged: Money };
  withdrawn: OrderLetter & { by: 'shopper' | 'admin'; reason: string | null };
  'drop-cancelled': OrderLetter & { reason: string };
}

export type MailKind = keyof MailData;
/** A mail to be written, told apart by `kind`. */
export type MailContent<K extends MailKind = MailKind> = { [P in K]: { kind: P } & MailData[P] }[K];

/** A mail as it is sent. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}
