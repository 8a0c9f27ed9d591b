import { Link } from 'react-router-dom';
import { AccountNav } from '../features/account/account-nav.js';
import { SampleCardForm } from '../features/demo/sample-card-form.js';
import { FormPage } from '../ui/form-page.js';
import { SampleNote } from '../ui/sample-note.js';

export function EditCreditCard() {
  return (
    <>
      <AccountNav />
      <FormPage
        title="Edit credit card."
        lead={
          <SampleNote>
            Nothing you type here is saved or sent. Change your card under <Link to="/user/account">Account</Link>.
          </SampleNote>
        }
      >
        <SampleCardForm />
      </FormPage>
    </>
  );
}
