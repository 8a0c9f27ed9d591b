import { shownMoney } from '@supreme-access/contract/currencies.js';
import type { Money } from '@supreme-access/contract/money.js';
import { type MailData, type MailTemplate, oneLine, paragraphs } from '../mail/mail-template.js';
import { about, type Rows, type Ticket, ticketView } from './mailed-ticket.js';

interface MoneyMailTemplate extends MailData {
  ticket: Ticket;
  charged: Money;
}

export interface RefundMailData {
  /** `inAll`: total sent back, if more than this refund */
  refund: MoneyMailTemplate & { refunded: Money; inAll?: Money };
  /** `next`: 'bank': the bank returned it in a dispute, 'settled': it was paid another way */
  'refund-failed': MoneyMailTemplate & { failed: Money; next: 'owed' | 'retried' | 'bank' | 'settled' };
  'refund-settled': MoneyMailTemplate & { settled: Money; reason: string };
}

const NEXT: Record<RefundMailData['refund-failed']['next'], string> = {
  owed: 'We still owe you this money. We will pay it to you another way, and email you when it is done.',
  retried: 'We have started another refund, and will email you when it is done.',
  bank: 'Your bank has already returned the money to you in the dispute. Nothing is left to pay.',
  settled: 'We have paid it to you another way.',
};

const moved = (ticket: Ticket, charged: Money, ...rows: Rows) =>
  ticketView(ticket, ticket, [['Charged', shownMoney(charged)], ...rows]);

export const refundMailTemplates: { [K in keyof RefundMailData]: (data: RefundMailData[K]) => MailTemplate } = {
  refund: ({ name, link, ticket, refunded, charged, inAll }) => ({
    subject: about(`Refund of ${shownMoney(refunded)}`, ticket),
    // Stripe confirms that a refund was sent, never that it arrived.
    stamp: 'Refund sent',
    title: `We sent ${shownMoney(refunded)} back.`,
    paragraphs: paragraphs(
      name,
      refunded.amount === charged.amount ? 'That is the whole fee.' : `You paid ${shownMoney(charged)}.`,
      ...(inAll ? [`In total we have sent back ${shownMoney(inAll)}.`] : []),
      'The money goes back to the card you paid with. Banks take 5 to 10 business days to show it.',
    ),
    ticket: moved(ticket, charged, ['Sent back', shownMoney(refunded)]),
    action: { label: 'See your order', link },
    notes: ['If your bank returns the money to us, we will email you.'],
  }),

  'refund-failed': ({ name, link, ticket, failed, charged, next }) => ({
    subject: about(`Your refund of ${shownMoney(failed)} did not arrive`, ticket),
    stamp: 'Refund failed',
    title: `Your refund of ${shownMoney(failed)} did not arrive.`,
    paragraphs: paragraphs(
      name,
      'We could not pay it to the card you used, so the money has not reached you.',
      NEXT[next],
    ),
    ticket: moved(ticket, charged, ['Did not arrive', shownMoney(failed)]),
    action: { label: 'See your order', link },
    notes: [],
  }),

  'refund-settled': ({ name, link, ticket, settled, charged, reason }) => ({
    subject: about(`We paid you ${shownMoney(settled)}`, ticket),
    stamp: 'Paid another way',
    title: `We paid you ${shownMoney(settled)} another way.`,
    paragraphs: paragraphs(
      name,
      'The refund to your card had failed. This payment takes its place.',
      `How: ${oneLine(reason)}`,
    ),
    ticket: moved(ticket, charged, ['Paid another way', shownMoney(settled)]),
    action: { label: 'See your order', link },
    notes: [],
  }),
};
