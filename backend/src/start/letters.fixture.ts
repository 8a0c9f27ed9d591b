import type { AccountMailData } from '../accounts/account-mails.js';
import { accountLetter } from '../accounts/account-mails.js';
import { renderLetter } from '../mail/render-letter.js';
import type { Ticket } from '../orders/mailed-ticket.js';
import { type OrderMailData, orderLetter } from '../orders/order-letters.js';
import { type CheckMailData, checkLetter } from '../releases/checks/check-mails.js';
import { type PlaceMailData, placeLetter } from '../reservations/waitlist/offer-letter.js';

type MailData = AccountMailData & OrderMailData & CheckMailData & PlaceMailData;
export type MailKind = keyof MailData;
export type MailContent<K extends MailKind = MailKind> = { [P in K]: { kind: P } & MailData[P] }[K];

const zone = 'America/New_York';
const release = { at: Date.UTC(2026, 10, 20, 16), zone };
const deadline = { at: Date.UTC(2026, 10, 23, 16), zone };
const expires = { at: Date.UTC(2026, 10, 20, 16, 30), zone };

export const ticket: Ticket = {
  orderId: '6f2c1c52-0d5e-4b0a-9a53-3f7b8e1d4c90',
  productTitle: 'Gate 4 Box Hoodie',
  size: 'l',
  style: 'Stone',
  slotNumber: 14,
  totalStock: 200,
  fee: { amount: 3500, currency: 'usd' },
  release,
  calendar: 'https://shop.example/api/products/box-hoodie/calendar.ics',
  picture: { address: 'https://shop.example/products/box-hoodie.png', alt: 'A grey hoodie' },
};
const letter = { name: 'Ada Lovelace', link: 'https://shop.example/orders/1?a=b&c=d' };
const order = { ...letter, ticket };
const charged = { amount: 3500, currency: 'usd' };
const bought = { size: 'm', style: 'Stone', reference: 'R-20417' } as const;

export const mailData: MailData = {
  'verify-email': { ...letter, expires },
  'password-reset': { ...letter, expires },
  'already-registered': { ...letter, login: 'https://supreme.example/login' },
  'move-email': { ...letter, expires },
  'email-changed-undo': { ...letter, changed: release, expires: deadline },
  'password-changed': { ...letter, changed: release },
  'account-erased': { ...letter, erased: release },
  invitation: { ...letter, expires: deadline, role: 'auditor' },
  'slot-confirmed': { ...order, profileName: 'Main Profile', takesNextAvailable: true, poBox: false },
  'guest-slot-confirmed': { ...order, expires: deadline, takesNextAvailable: true, poBox: true },
  'code-needed': order,
  'release-changed': { ...order, before: { at: Date.UTC(2026, 10, 19, 16), zone: 'Asia/Tokyo' } },
  'card-expires': order,
  'drop-check': {
    ...letter,
    productTitle: ticket.productTitle,
    release,
    red: [{ check: 'clock', level: 'red', reason: 'clock-off', count: 7_200 }],
  },
  'slot-offered': { ...letter, productTitle: ticket.productTitle, size: 'm', style: 'Ink', ends: deadline },
  'waitlist-cancelled': { ...letter, productTitle: ticket.productTitle, reason: 'The retailer cancelled it.' },
  success: { ...order, bought, charged },
  'fee-waived': { ...order, bought },
  'action-needed': { ...order, why: 'authenticate', deadline },
  'action-reminder': { ...order, why: 'declined', deadline },
  closed: { ...order, reason: 'no-evidence' },
  refund: { ...order, refunded: { amount: 1250, currency: 'usd' }, charged },
  'refund-failed': { ...order, failed: { amount: 1250, currency: 'usd' }, charged, next: 'owed' },
  'refund-settled': { ...order, settled: { amount: 1250, currency: 'usd' }, charged, reason: 'Bank transfer' },
  withdrawn: { ...order, by: 'admin', reason: 'The retailer moved the drop.' },
  'drop-cancelled': { ...order, reason: 'The retailer cancelled it.' },
};

export function contentOf<K extends MailKind>(kind: K, change: Partial<MailData[K]> = {}): MailContent<K> {
  return { kind, ...mailData[kind], ...change };
}

export function renderMail(content: MailContent, supportEmail: string | null = null) {
  return renderLetter(letterOf(content), supportEmail);
}

function letterOf(content: MailContent) {
  if (content.kind === 'drop-check') return checkLetter(content);
  if (content.kind === 'slot-offered' || content.kind === 'waitlist-cancelled') return placeLetter(content);
  return 'ticket' in content ? orderLetter(content) : accountLetter(content);
}

export const MAIL_KINDS = Object.keys(mailData) as MailKind[];
