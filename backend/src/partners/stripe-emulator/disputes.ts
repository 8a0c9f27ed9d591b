import { invalid } from './api-error.js';
import { openDispute } from './charging.js';
import { list, type Routes, retrieve } from './routes.js';

/** Disputes are opened by the bank, so opening and closing one are helpers for tests under /emulator. */
export const disputeRoutes: Routes = {
  'GET /v1/disputes': list('dispute', 'charge', 'payment_intent'),
  'GET /v1/disputes/:id': retrieve('dispute'),
  'POST /emulator/disputes': ({ tx, params }) => {
    const charge = tx.find('charge', params.required('charge'), 'charge');
    if (charge.status !== 'succeeded' || charge.disputed) throw invalid('This charge cannot be disputed.');
    return openDispute(tx, charge, params.text('reason') ?? 'fraudulent');
  },
  'POST /emulator/disputes/:id/close': ({ tx, id, params }) => {
    const dispute = tx.find('dispute', id);
    const status = params.text('status') ?? 'won';
    if (status !== 'won' && status !== 'lost') throw invalid("status must be 'won' or 'lost'.", undefined, 'status');
    const closed = tx.put({ ...dispute, status });
    if (status === 'won') tx.put({ ...tx.find('charge', dispute.charge), disputed: false });
    tx.emit('charge.dispute.closed', closed);
    return closed;
  },
};
