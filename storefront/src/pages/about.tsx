import { TEXTS } from '@supreme-access/contract/texts.js';
import { ButtonLink } from '../ui/button.js';
import { type Clause, Prose } from '../ui/prose.js';

const CLAUSES: Clause[] = [
  {
    title: 'A slot, not a race',
    text: 'A limited release is over in seconds. You choose beforehand and hold a numbered slot; at release time our system checks out for you.',
  },
  {
    title: 'Paid after success',
    text: `${TEXTS.promise} What you pay us is a service fee. Orders are guaranteed or fully refunded within 72 hours.`,
  },
  {
    title: 'Everything is on record',
    text: 'Each order keeps its story: what happened, and when, to the second. You can read it under Orders, and so can our support.',
  },
  {
    title: 'We keep little, and encrypt it',
    text: 'Your card is encrypted before it leaves your browser. You can download your data at any time, and erase it whenever no order is open.',
  },
  {
    title: 'With the retailer, not around them',
    text: 'We check out only where the retailer agrees to it. We bypass no queue, captcha or bot protection.',
  },
];

export function About() {
  return (
    <>
      <Prose
        title="We make the drop."
        lead="Supreme Access holds slots on limited releases and checks out for the people who hold them."
        clauses={CLAUSES}
      />
      <div className="gutter flex flex-wrap gap-3">
        <ButtonLink to="/how-it-works">How It Works</ButtonLink>
        <ButtonLink to="/demo" variant="quiet">
          Watch a Demo Drop
        </ButtonLink>
      </div>
    </>
  );
}
