import { VerifyReceipt } from '../features/receipts/verify-receipt.js';
import { Prose } from '../ui/prose.js';

const CLAUSES = [
  {
    title: 'We sign for it',
    text: 'Your receipt names the entry of your slot in our log by its fingerprint, and says until when a seal counts it. Nobody can take the word back.',
  },
  {
    title: 'Then it is sealed',
    text: 'As a rule within the hour, and within a day at the latest, we sign one number over everything that ever happened here, and publish it. The proof shows that your slot is in it.',
  },
  {
    title: 'You check, not we',
    text: 'Your browser does the sums, on this page. What you paste stays in your browser: we are asked for the published seals alone.',
  },
];

export function Verify() {
  return (
    <Prose
      title="Check a receipt."
      lead="A slot receipt is our signed word that you hold a slot. Here your own browser checks it."
      clauses={CLAUSES}
    >
      <VerifyReceipt />
    </Prose>
  );
}
