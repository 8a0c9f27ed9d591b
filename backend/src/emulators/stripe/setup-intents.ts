import { invalid, unexpected } from './api-error.js';
import { attach, methodNamed } from './cards.js';
import { livingCustomer } from './customers.js';
import { newObject, randomId, type SetupIntent } from './objects.js';
import type { Params } from './params.js';
import { type Routes, retrieve } from './routes.js';
import type { Transaction } from './store.js';

/** Every test card can be saved, declining ones too, so that a charge can be tried; Stripe refuses to save some. */
function confirm(tx: Transaction, setup: SetupIntent, given?: string): SetupIntent {
  if (setup.status === 'succeeded') {
    throw unexpected(
      'setup_intent_unexpected_state',
      'You cannot confirm this SetupIntent because it has already succeeded.',
      { setup_intent: setup },
    );
  }
  const named = given ?? setup.payment_method;
  if (!named) throw invalid('A payment method is needed to confirm this SetupIntent.', undefined, 'payment_method');
  const method = methodNamed(tx, named);
  if (setup.customer !== null) attach(tx, method, setup.customer);
  const confirmed = tx.put({ ...setup, payment_method: method.id, status: 'succeeded' as const });
  tx.emit('setup_intent.succeeded', confirmed);
  return confirmed;
}

function create(tx: Transaction, params: Params): SetupIntent {
  const customer = params.text('customer');
  const named = params.text('payment_method');
  if (customer !== undefined) livingCustomer(tx, customer);
  const method = named === undefined ? undefined : methodNamed(tx, named);
  const base = newObject('setup_intent', tx.at);
  const setup: SetupIntent = tx.put({
    ...base,
    client_secret: randomId(`${base.id}_secret`),
    customer: customer ?? null,
    description: params.text('description') ?? null,
    metadata: params.metadata(),
    payment_method: method?.id ?? null,
    payment_method_types: ['card'],
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: params.text('usage') ?? 'off_session',
  });
  tx.emit('setup_intent.created', setup);
  return params.flag('confirm') ? confirm(tx, setup) : setup;
}

export const setupIntentRoutes: Routes = {
  'POST /v1/setup_intents': ({ tx, params }) => create(tx, params),
  'GET /v1/setup_intents/:id': retrieve('setup_intent'),
  'POST /v1/setup_intents/:id/confirm': ({ tx, id, params }) =>
    confirm(tx, tx.find('setup_intent', id), params.text('payment_method')),
};
