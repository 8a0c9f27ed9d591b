import { TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { ProfileView } from '@supreme-access/contract/shapes/people.js';
import type { PageSettings } from '@supreme-access/contract/shapes/system.js';
import { stamp } from '@supreme-access/contract/ticket.js';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import './api/streams.fixture.js';
import { PRODUCT } from './features/shop/product.fixture.js';

// jsdom lacks TextEncoder and scrollTo, which the router needs.
Object.assign(globalThis, { TextEncoder, scrollTo: () => {} });
const { MemoryRouter, useLocation } = await import('react-router-dom');
const { App } = await import('./app.js');
const { createQueryClient } = await import('./api/query-client.js');

export const SESSION = { success: true, token: 'jwt', uuid: 'account-1', name: 'Mira Okafor', isAdmin: false };

const shipping: ProfileView['shipping'] = {
  firstName: 'Mira',
  lastName: 'Okafor',
  address1: '350 5th Avenue',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
};
export const PROFILE: ProfileView = {
  profileId: 'profile-1',
  profileName: 'Studio',
  email: 'mira@example.com',
  phone: '+12025550143',
  shipping,
  billing: shipping,
  card: { name: 'Mira Okafor', type: 'visa', last4: '4242', month: 12, year: 2040, codeOnFile: true },
  matchInfo: true,
  poBox: false,
};

export const ORDER: Order = {
  id: 'order-1',
  orderId: 'order-1',
  email: 'mira@example.com',
  name: 'Mira Okafor',
  productId: 'hoodie',
  productTitle: 'Hoodie',
  productImage: '/products/hoodie.svg',
  price: 35,
  currency: 'usd',
  status: 'pending',
  statusLabel: 'Pending',
  statusNote: 'Your slot is held.',
  codeOnFile: true,
  stamps: [stamp('reserved', '2026-03-06T11:00:00.000Z'), stamp('checked-out', undefined), stamp('charged', undefined)],
  mailBounced: null,
  style: 'Ink',
  size: 'm',
  boughtSize: null,
  boughtStyle: null,
  orderDate: '2026-03-06T11:00:00.000Z',
  success: false,
  profileId: '',
  profileName: '',
  slotNumber: 28,
  totalStock: 40,
  releaseAt: null,
  charged: 0,
  refunded: 0,
  livemode: true,
};

export const SETTINGS: PageSettings = {
  stripePublishableKey: null,
  analytics: false,
  strictSetup: false,
  inboundAddress: null,
  supportEmail: null,
  placesFrom: 'geonames',
};

export const SHOP = {
  '/api/products/hoodie': PRODUCT,
  '/api/products': [PRODUCT],
  '/api/settings': SETTINGS,
};

class Refusal {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {}
}
export const refusal = (status: number, code: string) => new Refusal(status, code);

/** Answers by prefix of the path; a promise is an answer that is still pending. */
export type Answers = Record<string, unknown>;

export function given(path: string, answers: Answers) {
  const fetched = jest.fn(async (input: unknown, _init?: RequestInit) => {
    const known = Object.keys(answers).find((prefix) => String(input).startsWith(prefix));
    const answer = known ? await answers[known] : refusal(404, 'not-found');
    const refused = answer instanceof Refusal;
    const body = refused ? { success: false, error: `${answer.code} at ${String(input)}`, code: answer.code } : answer;
    const status = refused ? answer.status : 200;
    return { ok: status < 400, status, headers: new Map(), text: async () => JSON.stringify(body) };
  });
  Object.assign(globalThis, { fetch: fetched });
  const client = createQueryClient();
  // An answer after the page was unmounted would set a timer that nothing clears.
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, gcTime: Number.POSITIVE_INFINITY } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <App />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { client, fetched };
}

function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="where">{pathname + search}</p>;
}

export const where = () => screen.getByTestId('where').textContent;
