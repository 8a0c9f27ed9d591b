import { randomUUID } from 'node:crypto';
import type { CheckedCard } from '@supreme-access/contract/cards.js';
import { LIMIT_PER_ACCOUNT_MAX } from '@supreme-access/contract/limits.js';
import { built } from '../support/built.js';
import { range } from '../support/crowd.js';
import { CARDS, person } from '../support/people.js';
import { written } from './drafted-log.js';
import { metadata, type World } from './world.js';

export interface Buyer {
  accountId: string;
  profileId: string;
  token: string;
  records: { cardRecord: string; codeRecord: string };
}

const AT_ONCE = 500;
const CARD: CheckedCard = {
  name: 'Ada Abara',
  number: CARDS.pays,
  code: '123',
  month: 12,
  year: new Date().getUTCFullYear() + 4,
  brand: 'visa',
  last4: '4242',
};

/** Makes at least so many accounts by the ordinary commands, without HTTP, each with a saved card and profiles of different people. */
export async function populate(world: World, atLeast: number, profiles: number, atOnce = AT_ONCE): Promise<Buyer[]> {
  const accounts = Math.max(atLeast, Math.ceil(profiles / LIMIT_PER_ACCOUNT_MAX));
  const accountIds = await written(world, range(accounts), atOnce, openAccount);
  const tokens = accountIds.map((accountId) => world.platform.sessions.begin(accountId, ['shopper'], 0));
  return written(world, range(profiles), atOnce, async (drafts, index) => {
    const accountId = accountIds[index % accounts] ?? '';
    return { accountId, token: tokens[index % accounts] ?? '', ...(await saveProfile(drafts, accountId, index)) };
  });
}

async function openAccount(world: World, index: number): Promise<string> {
  const { account, RegisterAccount, SetBilling } = await built<
    typeof import('../../backend/src/customers/accounts/account.js')
  >('customers/accounts/account.js');
  const accountId = randomUUID();
  const { name, email, phone } = person(index, 'bench');
  const facts = {
    emailKey: `bench-${index}`,
    passwordRecord: `bench-${index}`,
    termsVersion: 'bench',
    verifyLink: null,
    personal: { name, email, phone },
  };
  await world.ask(account, new RegisterAccount(accountId, facts, metadata()));
  const card = {
    customerId: `cus_${index}`,
    paymentMethodId: `pm_${index}`,
    brand: CARD.brand,
    last4: CARD.last4,
    month: CARD.month,
    year: CARD.year,
    fingerprint: 'bench',
    mandateVersion: 'bench',
  };
  await world.ask(account, new SetBilling(accountId, { address: null, card }, metadata()));
  return accountId;
}

async function saveProfile(world: World, accountId: string, index: number) {
  const { profile, SaveProfile } = await built<typeof import('../../backend/src/customers/profiles/profile.js')>(
    'customers/profiles/profile.js',
  );
  const { CardVault } = await built<typeof import('../../backend/src/customers/profiles/card-vault.js')>(
    'customers/profiles/card-vault.js',
  );
  const { personKey } = await built<typeof import('../../backend/src/customers/profiles/person-key.js')>(
    'customers/profiles/person-key.js',
  );
  const { vault, secrets } = world.platform;
  const { email, phone, address } = person(index, 'bench');
  const { address1, zip, country } = address;
  const { brand, last4, month, year, number, name } = CARD;
  const records = await new CardVault(vault).keep(CARD);
  const key = personKey(secrets.get('person'), { cardDigits: number, address1, zip, country });
  const personal = {
    profileName: 'Main Profile',
    email,
    phone,
    shipping: address,
    billing: address,
    cardName: name,
    personKey: key,
  };
  const card = { ...records, brand, last4, month, year, fingerprint: 'bench' };
  const profileId = randomUUID();
  const data = {
    accountId,
    subject: `account-${accountId}`,
    card,
    keeps: null,
    matchInfo: true,
    poBox: false,
    personal,
  };
  await world.ask(profile, new SaveProfile(profileId, data, metadata()));
  return { profileId, records };
}

/** `price` in minor units; 0 waives the fee. */
export async function openProduct(world: World, totalStock: number, price = 2_500): Promise<string> {
  const { CreateProduct, product } = await built<typeof import('../../backend/src/catalogue/products/product.js')>(
    'catalogue/products/product.js',
  );
  const { NEW_PRODUCT } = await built<typeof import('../../backend/src/catalogue/products/product-form.js')>(
    'catalogue/products/product-form.js',
  );
  const productId = randomUUID();
  const facts = {
    ...NEW_PRODUCT,
    tags: [],
    productTitle: 'Benchmark',
    price,
    totalStock,
    styles: ['Ink'],
    pictures: [],
    releaseAt: null,
    releaseTz: null,
    reservationClosesAt: null,
    retailerProductId: productId,
    limitPerAccount: LIMIT_PER_ACCOUNT_MAX,
  };
  await world.ask(product, new CreateProduct(productId, facts, metadata()));
  return productId;
}
