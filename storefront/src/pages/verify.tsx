import { VerifyReceipt } from '../features/receipts/verify-receipt.js';
import { Prose } from '../ui/prose.js';

const CLAUSES = [
  {
    title: 'We sign for it',
    text: "Your receipt holds the fingerprint of your slot's entry in our log, and the time by which we must publish a seal that includes it. We cannot take it back.",
  },
  {
    title: 'Then it is sealed',
    text: 'Usually within the hour, and always within a day, we sign one number that stands for every entry of our log, and publish it. That is a seal. The proof shows that your slot is included.',
  },
  {
    title: 'You check it yourself',
    text: 'Your browser does the check, on this page. What you paste stays in your browser, which asks us only for the published seals.',
  },
];

export function Verify() {
  return (
    <Prose
      title="Check a receipt."
      lead="A slot receipt is our signed statement that you hold a slot. Your own browser checks it here."
      clauses={CLAUSES}
    >
      <VerifyReceipt />
      <p className="max-w-prose">
        To check without us, save{' '}
        <a href="/verifier.html" download>
          the verifier
        </a>
        : one HTML file that opens by double-click and needs no network. It also checks an export of our log.
      </p>
    </Prose>
  );
}
