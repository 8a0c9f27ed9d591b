import { TEXTS } from '@supreme-access/contract/texts.js';
import { type Clause, Prose } from '../ui/prose.js';

const CLAUSES: Clause[] = [
  {
    title: 'The service',
    text: 'You reserve a slot. At release time an automated system tries to check out the item for you at the retailer, with the profile you chose.',
  },
  {
    title: 'Size and style',
    text: 'If your size or style is not available, the next available one is chosen. You agree to this when you confirm a slot.',
  },
  {
    title: 'The fee',
    text: `The service fee is shown before you confirm. ${TEXTS.promise} The retail price is not included.`,
  },
  {
    title: 'Guarantee and refunds',
    text: 'Orders are guaranteed or fully refunded within 72 hours. Orders shipped to PO boxes get no refund.',
  },
  {
    title: 'Withdrawing',
    text: 'You can withdraw a slot until reservations close. Somebody else can then reserve it.',
  },
  {
    title: 'Fair use',
    text: 'Each profile and each person can hold one slot per drop, and each account as many as the drop allows. We work only with retailers that agree to it, and bypass no queue or bot protection.',
  },
];

export function TermsOfUse() {
  return <Prose title="Terms of use" lead="Short, and meant as written." clauses={CLAUSES} />;
}
