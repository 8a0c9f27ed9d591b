import { TERMS_VERSION } from '@supreme-access/contract/texts.js';
import { ConsentChoice } from '../features/analytics/consent-choice.js';
import { type Clause, Prose } from '../ui/prose.js';

const CLAUSES: Clause[] = [
  {
    title: 'What we keep',
    text: 'Your name, email, phone, addresses and orders. Of your card we keep the brand, the last four digits, the expiry date, and the number, in a vault that only the checkout can open.',
  },
  {
    title: 'How it is kept',
    text: 'Card and profile data are encrypted in your browser before they are sent. Personal data is encrypted with a key that is yours alone. Once that key is erased, nobody can read the data again.',
  },
  {
    title: 'Security codes',
    text: 'Each order keeps its own copy of the code. It is deleted once the purchase has been made or declined, or the order has ended, and never kept longer than 30 days. A code that no order uses is deleted after 7 days. After that we ask you for it again.',
  },
  {
    title: 'Who sees it',
    text: 'The retailer gets what it needs for your order. The payment provider gets your card to charge the service fee. Our support sees masked data. To see full data they must give a reason, and it is recorded.',
  },
  {
    title: 'Your rights',
    text: 'You can download everything about you and erase your account under Account. Without an account, use the link we emailed you. Orders that are being bought, paid for or refunded must end first.',
  },
  {
    title: 'What stays',
    text: 'So that nobody gets more slots of a drop than they may, each drop keeps codes that recognise a card with its address and, for orders without an account, a card and a network. Nobody can turn these codes back into your data, they mean nothing outside that drop, and they stay after your data is erased.',
  },
  {
    title: 'Measuring',
    text: 'Purchases are counted only if you agree, without your name or address.',
    after: <ConsentChoice />,
  },
];

const LEAD = `What we know about you, why, and how to have it erased. Version ${TERMS_VERSION}.`;

export function Policy() {
  return <Prose title="Privacy policy" lead={LEAD} clauses={CLAUSES} />;
}
