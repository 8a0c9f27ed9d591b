import { Link } from 'react-router-dom';
import { AccountNav } from '../features/account/account-nav.js';
import { TrackForm } from '../features/demo/track-form.js';
import { FormPage } from '../ui/form-page.js';
import { SampleNote } from '../ui/sample-note.js';

export function OrdersTracked() {
  return (
    <>
      <AccountNav />
      <FormPage
        title="Track an order."
        lead={
          <SampleNote>
            This page does not look anything up. Your real orders are under <Link to="/user/orders">Orders</Link>.
          </SampleNote>
        }
      >
        <TrackForm />
      </FormPage>
    </>
  );
}
