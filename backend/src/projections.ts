import { accountDue } from './accounts/account-due.js';
import { accountsProjection } from './accounts/accounts.js';
import { orderDue } from './orders/order-due.js';
import { ordersProjection } from './orders/orders.js';
import { intentsProjection } from './payments/intents.js';
import { stripeDue } from './payments/stripe-due.js';
import type { Projection } from './platform/projections/projection.js';
import { productDue, productsProjection, slotsProjection } from './products/products.js';
import { profileDue } from './profiles/profile-due.js';
import { profilesProjection } from './profiles/profiles.js';
import { promoDue, promosProjection } from './promos/promos.js';

/** Every read model of the product; the due work is one more, folded from the rules below. */
export const PROJECTIONS = [
  accountsProjection,
  profilesProjection,
  productsProjection,
  slotsProjection,
  promosProjection,
  ordersProjection,
  intentsProjection,
] as unknown as readonly Projection<unknown>[];

export const DUE_RULES = [accountDue, profileDue, productDue, promoDue, orderDue, stripeDue] as const;
