import { randomUUID } from 'node:crypto';
import { Api, expectOk } from '../test/dist/test/support/api.js';
import { audit } from '../test/dist/test/support/audits.js';
import { createDrop, eventually } from '../test/dist/test/support/drops.js';
import { BrowserCrypto } from '../test/dist/test/support/jwe.js';
import { CARDS, person } from '../test/dist/test/support/people.js';
import { Shopper, signIn } from '../test/dist/test/support/shopper.js';

/** without a release time: released here */
const RELEASED = 'seed-tee-heavy';
/** what the shoppers of the scene hold, and how many slots of it */
const WAITING = { 'seed-hoodie-box': 23, 'seed-vest-puffer': 14, 'seed-cap-last-stop': 31, 'seed-crew-low-tide': 9 };
const SHOPPERS = 8;
const SIZES = ['s', 'm', 'l', 'xl'];
const STYLES = { 'seed-tee-heavy': 'Chalk', 'seed-hoodie-box': 'Stone', 'seed-vest-puffer': 'Ice' };

/**
 * Brings a freshly seeded server to life: slots of several drops are held, one drop is released, an order of it waits for its
 * shopper and another one is refunded in part. Answers the order that was refunded.
 */
export async function liveliness(url, demoShopper, adminLogin) {
  const anyone = new Api(url);
  const crypto = await BrowserCrypto.open(anyone);
  const admin = await signIn(anyone, adminLogin.email, adminLogin.password);
  const products = new Map((await expectOk(anyone.get('/api/products'))).map((one) => [one.productId, one]));
  const crowd = await gather(anyone, crypto);
  for (const [productId, slots] of Object.entries(WAITING)) await fill(products.get(productId), slots, crowd);
  await fill(products.get(RELEASED), crowd.length, crowd);
  const mara = await signIn(anyone, demoShopper.email, demoShopper.password);
  const [profile] = await expectOk(mara.get('/api/user/profiles'));
  await reserve(mara, products.get('seed-vest-puffer'), profile.profileId, 'm');
  await reserve(mara, products.get(RELEASED), profile.profileId, 'l');
  await expectOk(admin.post(`/api/admin/products/${RELEASED}/release`));
  const filter = encodeURIComponent(JSON.stringify({ productId: RELEASED }));
  const orders = await eventually('the end of the release', 60_000, async () => {
    const all = await expectOk(admin.get(`/api/admin/orders?filter=${filter}`));
    return all.every(({ status }) => !['pending', 'processing'].includes(status)) ? all : undefined;
  });
  const { orderId } = orders.find(({ status, email }) => status === 'success' && email !== demoShopper.email);
  await expectOk(admin.post(`/api/admin/orders/${orderId}/refund`, { amount: 4, reason: 'Arrived a day late' }));
  await eventually('the refund', 30_000, async () => {
    const { refunded } = await expectOk(admin.get(`/api/admin/orders/${orderId}`));
    return refunded > 0 || undefined;
  });
  return { orderId };
}

/** Brings an empty server to where an auditor has something to look at: a drop with holders, a verified log, two seals. Answers a run. */
export async function audited(url, adminLogin) {
  const anyone = new Api(url);
  const crypto = await BrowserCrypto.open(anyone);
  const admin = await signIn(anyone, adminLogin.email, adminLogin.password);
  await audit(admin, 'seal');
  const product = await createDrop(admin, { productTitle: 'Gate 4 Box Hoodie', totalStock: 40, styles: 'Stone' });
  await fill(product, 2 * SHOPPERS, await gather(anyone, crypto));
  await audit(admin, 'seal');
  return { runId: await audit(admin, 'verify') };
}

/** Accounts with several profiles each; one pays with a card that is declined. */
async function gather(anyone, crypto) {
  const crowd = [];
  for (let index = 0; index < SHOPPERS; index += 1) {
    const who = person(index * 13 + 1);
    const email = `${who.name.replace(' ', '.').toLowerCase()}@example.org`;
    const shopper = await Shopper.signUp(anyone, crypto, { ...who, email });
    await shopper.saveCard(index === SHOPPERS - 2 ? CARDS.declined : CARDS.pays);
    const profiles = [];
    for (let other = 0; other < 4; other += 1) profiles.push(await shopper.addProfile(person(index * 13 + 1 + other)));
    crowd.push({ shopper, profiles });
  }
  return crowd;
}

/** Reserves slots for one profile after the other. */
async function fill(product, slots, crowd) {
  for (let slot = 0; slot < slots; slot += 1) {
    const { shopper, profiles } = crowd[slot % crowd.length];
    const profileId = profiles[Math.floor(slot / crowd.length)];
    await reserve(shopper.api, product, profileId, SIZES[slot % SIZES.length]);
  }
}

async function reserve(api, { productId, sizeType, styles }, profileId, size) {
  const style = STYLES[productId] ?? styles.split(',')[0].trim();
  const wish = { productId, size: sizeType === 'OS' ? 'os' : size, style, profileId };
  await expectOk(api.post('/api/checkout/withprofile', wish, { key: randomUUID() }));
}
