import { missing } from './api-error.js';
import { detach } from './cards.js';
import { type Customer, newObject } from './objects.js';
import { list, type Routes } from './routes.js';
import type { Transaction } from './store.js';

export function livingCustomer(tx: Transaction, id: string, param = 'customer'): Customer {
  const customer = tx.find('customer', id, param);
  if (customer.deleted) throw missing('customer', id, param);
  return customer;
}

function remove(tx: Transaction, id: string): object {
  const customer = livingCustomer(tx, id, 'id');
  for (const methodId of tx.ids('payment_method', id)) {
    const method = tx.get('payment_method', methodId);
    if (method?.customer === id) detach(tx, method);
  }
  tx.emit('customer.deleted', tx.put({ ...customer, metadata: {}, deleted: true }));
  return { id, object: 'customer', deleted: true };
}

export const customerRoutes: Routes = {
  'POST /v1/customers': ({ tx, params }) => {
    const customer: Customer = {
      ...newObject('customer', tx.at),
      email: null,
      name: null,
      metadata: params.metadata(),
    };
    tx.emit('customer.created', tx.put(customer));
    return customer;
  },
  'GET /v1/customers/:id': ({ tx, id }) => {
    const customer = tx.find('customer', id);
    return customer.deleted ? { id, object: 'customer', deleted: true } : customer;
  },
  'POST /v1/customers/:id': ({ tx, id, params }) => {
    const before = livingCustomer(tx, id, 'id');
    const after = tx.put({ ...before, metadata: params.metadata(before.metadata) });
    tx.emit('customer.updated', after);
    return after;
  },
  'DELETE /v1/customers/:id': ({ tx, id }) => remove(tx, id),
  'GET /v1/customers': list('customer'),
};
