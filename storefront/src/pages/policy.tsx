import { TERMS_VERSION } from '@supreme-access/contract/texts.js';
import { ConsentChoice } from '../features/analytics/consent-choice.js';
import { type Clause, Prose } from '../ui/prose.js';

const CLAUSES: Clause[] = [
  {
    title: 'What we keep',
    text: 'Your name, email, phone, addresses and orders; of your card the brand, the last four digits, the expiry, and the number in a vault that only the checkout opens.',
  },
  {
    title: 'How it is kept',
    text: 'Card and profile data are encrypted in your browser before they leave it. Personal data is sealed with a key of your own; when that key is erased, nobody can read it again.',
  },
  {
    title: 'Security codes',
    text: 'Each order keeps a code of its own. It is deleted once the purchase was made or declined, or the order has ended, and never kept longer than 30 days. A code that no order uses is deleted after 7 days. After that we ask you for it again.',
  },
  {
    title: 'Who sees it',
    text: 'The retailer gets what an order needs. The payment provider gets your card to charge the service fee. Our support sees masked data; full data only with a reason that is put on record.',
  },
  {
    title: 'Your rights',
    text: 'You can download everything about you and erase your account under Account; without an account, by the link that we mailed. Orders that are being bought, paid or refunded must have ended first.',
  },
  {
    title: 'What stays',
    text: 'So that nobody gets more slots of a drop than others, each drop keeps marks by which it recognises a card with its address and, for orders without an account, a card and a network. They cannot be read back, mean nothing outside that drop, and stay after an erasure.',
  },
  {
    title: 'Measuring',
    text: 'Purchases are counted only if you agree, without your name or address.',
    after: <ConsentChoice />,
  },
];

const LEAD = `What we know about you, why, and how you get rid of it. Version ${TERMS_VERSION}.`;

export function Policy() {
  return <Prose title="Privacy policy" lead={LEAD} clauses={CLAUSES} />;
}
