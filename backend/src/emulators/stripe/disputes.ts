import { invalid } from './api-error.js';
import { isInquiry, openDispute } from './charging.js';
import { list, type Routes, retrieve } from './routes.js';

const ENDED_FOR_US = ['won', 'warning_closed'];

/** Banks open disputes, so these routes under /emulator let tests open, change and close one, also with a status that Stripe does not have yet. */
export const disputeRoutes: Routes = {
  'GET /v1/disputes': list('dispute', 'charge', 'payment_intent'),
  'GET /v1/disputes/:id': retrieve('dispute'),
  'POST /emulator/disputes': ({ tx, params }) => {
    const charge = tx.find('charge', params.required('charge'), 'charge');
    if (charge.status !== 'succeeded' || charge.disputed) throw invalid('This charge cannot be disputed.');
    return openDispute(tx, charge, { reason: params.text('reason'), status: params.text('status') });
  },
  'POST /emulator/disputes/:id/update': ({ tx, id, params }) => {
    const dispute = tx.find('dispute', id);
    const status = params.required('status');
    const changed = tx.put({ ...dispute, status, is_charge_refundable: isInquiry(status) });
    tx.emit('charge.dispute.updated', changed);
    return changed;
  },
  'POST /emulator/disputes/:id/close': ({ tx, id, params }) => {
    const dispute = tx.find('dispute', id);
    const status = params.text('status') ?? 'won';
    const isOurs = ENDED_FOR_US.includes(status);
    const closed = tx.put({ ...dispute, status, is_charge_refundable: isOurs });
    if (isOurs) tx.put({ ...tx.find('charge', dispute.charge), disputed: false });
    tx.emit('charge.dispute.closed', closed);
    return closed;
  },
};
