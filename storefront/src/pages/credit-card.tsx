import { Link } from 'react-router-dom';
import { AccountNav } from '../features/account/account-nav.js';
import { CardPreview } from '../features/cards/card-preview.js';
import { SAMPLE_CARD } from '../features/demo/sample-card.js';
import { ButtonLink } from '../ui/button.js';
import { FormPage } from '../ui/form-page.js';
import { SampleNote } from '../ui/sample-note.js';

export function CreditCard() {
  const { name, number, month, year } = SAMPLE_CARD;
  const rows = { 'Name on card': name, Number: `•••• ${number.slice(-4)}`, Expires: `${month}/${year.slice(-2)}` };
  return (
    <>
      <AccountNav />
      <FormPage
        title="Credit card."
        lead={
          <SampleNote>
            This card is not real. Yours is under <Link to="/user/account">Account</Link>.
          </SampleNote>
        }
      >
        <div className="grid gap-6">
          <CardPreview card={SAMPLE_CARD} side="front" />
          <dl>
            {Object.entries(rows).map(([term, value]) => (
              <div key={term} className="grid gap-x-4 border-b border-rule py-2.5 sm:grid-cols-[10rem_1fr]">
                <dt className="text-sm text-muted">{term}</dt>
                <dd className="count">{value}</dd>
              </div>
            ))}
          </dl>
          <ButtonLink to="/EditCreditCard" variant="quiet" className="justify-self-start">
            Edit
          </ButtonLink>
        </div>
      </FormPage>
    </>
  );
}
