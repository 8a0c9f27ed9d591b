import { randomUUID } from 'node:crypto';
import { RETAILER_PROTOCOLS } from '@supreme-access/contract/retailer-protocols.js';
import { type Answer, expectOk, tally } from '../support/api.js';
import { each, range } from '../support/crowd.js';
import { acoInput, person } from '../support/people.js';
import type { Reserved } from '../support/shopper.js';
import type { Cast, Member } from './cast.js';
import { type Drops, STYLES } from './drops.js';
import type { Stage } from './stage.js';

const SIZES = ['s', 'm', 'l', 'xl'] as const;
const GUESTS = 5;

export interface Rush {
  sent: number;
  reserved: number;
  refused: Record<string, number>;
  repeats: { sent: number; sameOrder: number };
  bad: { sent: number; refused: number };
  withdrawn: number;
  /** the duration of the big wave, ms, and its size */
  wave: { ms: number; size: number };
}

interface Held {
  member: Member;
  key: string;
  answer: Answer<Reserved>;
}

/** Reservations beyond the stock, duplicates, repeats and invalid ones; then all remaining shoppers at the same moment. */
export async function rush(stage: Stage, cast: Cast, drops: Drops, promoCode: string): Promise<Rush> {
  const { members } = cast;
  const firstCount = Math.ceil(members.length / 4);
  const [first, others] = [members.slice(0, firstCount), members.slice(firstCount)];
  const answers: Answer[] = [];
  const ask = async (member: Member, promo: boolean): Promise<Held> => {
    const key = randomUUID();
    const answer = await member.shopper.reserve(reservationOf(member, drops, promo ? promoCode : undefined), key);
    answers.push(answer);
    return { member, key, answer };
  };
  const held = await Promise.all(first.map((member, index) => ask(member, index % 3 === 0)));
  answers.push(...(await guests(stage, cast, drops)));
  const repeats = await repeat(held.slice(0, 20), drops, promoCode);
  const doubles = await Promise.all([
    ...held.slice(0, 20).map(({ member }) => ask(member, false)),
    ...(await twins(held.slice(20, 30), others.slice(0, 10), drops)),
  ]);
  answers.push(...doubles.flatMap((double) => ('answer' in double ? [] : [double])));
  const bad = await invalidRequests(stage, held[0]?.member, drops);
  const withdrawn = await withdraw(held.slice(-2));
  const began = Date.now();
  const wave = await Promise.all(others.map((member, index) => ask(member, index % 3 === 0)));
  const ms = Date.now() - began;
  // The shop clears a refused code, and the shopper continues without it.
  const unlucky = wave.filter(({ answer }) => answer.code === 'promo-invalid');
  await Promise.all(unlucky.map(({ member }) => ask(member, false)));
  const { ok: reserved = 0, ...refused } = tally(answers);
  return { sent: answers.length, reserved, refused, repeats, bad, withdrawn, wave: { ms, size: others.length } };
}

function reservationOf({ profileId, shopper, protocol }: Member, drops: Drops, promoCode?: string) {
  const { productId } = drops[protocol];
  const number = shopper.who.email.length + shopper.who.name.length;
  const [size, style] = [SIZES[number % SIZES.length] ?? 'm', STYLES[number % STYLES.length] ?? 'Ink'];
  return { productId, profileId, size, style, ...(promoCode ? { promoCode } : {}) };
}

function guests({ anyone }: Stage, { crypto, series }: Cast, drops: Drops): Promise<Answer[]> {
  return each(range(GUESTS), GUESTS, async (index) => {
    const who = person(10_000 + index, series);
    const aco = acoInput({ ...who, address: { ...who.address, address1: `${index} Guest ${series}` } }, 'l', 'Fog');
    const { productId } = drops[RETAILER_PROTOCOLS[index % RETAILER_PROTOCOLS.length] ?? 'ucp'];
    const body = { email: who.email, name: who.name, productId, stripeToken: 'tok_visa' };
    return anyone.post('/api/checkout/completeuser', { ...body, acoDataPayload: await crypto.seal('aco', aco, null) });
  });
}

/** The same key again, as from a browser that lost the answer. */
async function repeat(held: readonly Held[], drops: Drops, promoCode: string): Promise<Rush['repeats']> {
  const again = await Promise.all(
    held.map(({ member, key }, index) =>
      member.shopper.reserve(reservationOf(member, drops, index % 3 === 0 ? promoCode : undefined), key),
    ),
  );
  const same = again.filter(
    ({ ok, body }, index) => ok && body.order.orderId === held[index]?.answer.body.order?.orderId,
  );
  return { sent: again.length, sameOrder: same.length };
}

/** The same person with the same card and address, through another account. */
function twins(held: readonly Held[], others: readonly Member[], drops: Drops): Promise<Answer[]> {
  return each(others, others.length, async (other, index) => {
    const double = held[index]?.member ?? other;
    const profileId = await other.shopper.addProfile(double.shopper.who);
    return other.shopper.reserve({ ...reservationOf(double, drops), profileId });
  });
}

async function invalidRequests(
  { anyone, admin }: Stage,
  someone: Member | undefined,
  drops: Drops,
): Promise<Rush['bad']> {
  if (!someone) return { sent: 0, refused: 0 };
  const { api } = someone.shopper;
  const reservation = reservationOf(someone, drops);
  const path = '/api/checkout/withprofile';
  const product = { productTitle: 'Nonsense', price: 10, totalStock: 10, avail: true, productImage: '' };
  const answers = await Promise.all([
    api.call('POST', path, '{"productId":', {}),
    api.post(path, { ...reservation, size: 7 }),
    api.post(path, { ...reservation, price: 0.01 }),
    api.post(path, { ...reservation, productId: randomUUID() }),
    api.post(path, { ...reservation, promoCode: 'NO-SUCH-CODE' }),
    api.as('not.a.token').post(path, reservation),
    api.post('/api/user/profiles/add', { eProfile: 'in clear text' }),
    api.post('/api/admin/products/create', product),
    admin.post('/api/admin/products/create', { ...product, totalStock: -1 }),
    admin.post('/api/admin/products/create', { ...product, totalStock: 1.5 }),
    admin.post('/api/admin/products/create', { ...product, releaseAt: '2001-01-01T00:00:00Z' }),
    anyone.get('/api/user/orders'),
  ]);
  const refused = answers.filter(({ status, code }) => status >= 400 && status < 500 && code !== '');
  return { sent: answers.length, refused: refused.length };
}

async function withdraw(held: readonly Held[]): Promise<number> {
  const theirs = held.filter(({ answer }) => answer.ok);
  for (const { member, answer } of theirs) {
    await expectOk(member.shopper.api.post(`/api/user/orders/${answer.body.order.orderId}/withdraw`));
  }
  return theirs.length;
}
