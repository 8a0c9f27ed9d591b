import { randomBytes } from 'node:crypto';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { expectOk } from '../support/api.js';
import { allEvents, eventually } from '../support/drops.js';
import { killServer, ordersOf, passThe72Hours, payAgain, refunds, settle } from './aftermath.js';
import { type Cast, gather } from './cast.js';
import { type Drops, idsOf, listDrops, orderFaults } from './drops.js';
import { checkoutRows, feeRows, figuresOf } from './figures.js';
import { type DemoOptions, readOptions } from './options.js';
import { type Rush, rush } from './rush.js';
import { type Row, step, table, title, verdict } from './screen.js';
import { openStage, type Stage } from './stage.js';
import { compare, judge } from './verdict.js';

/** ms from the announcement to the release */
const NOTICE = 8_000;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const { shoppers, stock } = options;
  title('Supreme Access: three drops, start to end', `${shoppers} shoppers want ${stock} slots`);
  const opening = options.url ? `Signed in to ${options.url}` : 'Server, sandbox shop and Stripe emulator are up';
  const stage = await step(opening, () => openStage(options));
  let isFine = false;
  try {
    isFine = await play(stage, options);
  } finally {
    await stage.close();
  }
  process.exitCode = isFine ? 0 : 1;
}

async function play(stage: Stage, { shoppers, stock, kills }: DemoOptions): Promise<boolean> {
  const cast = await step(`${shoppers} shoppers sign up, save card and profile`, (progress) =>
    gather(stage, shoppers, progress),
  );
  const promoCode = `FERRY-${randomBytes(3).toString('hex')}`.toUpperCase();
  const limit = Math.floor(stock / 5);
  const drops = await step(
    'The drops are listed, with a promo code',
    async () => {
      await expectOk(stage.admin.post('/api/admin/promos', { promoCode, percent: 20, limit }));
      return listDrops(stage, stock, cast.series);
    },
    waysText,
  );
  const rushed = await step(
    'The rush',
    () => rush(stage, cast, drops, promoCode),
    ({ wave }) => `${wave.size} at the same moment, answered in ${wave.ms} ms`,
  );
  if (stage.own) await orderFaults(stage.own, drops);
  await step('The releases are announced', () => announce(stage, drops));
  await step('Countdown to the releases', () => countdown(stage, drops));
  const killed = kills === 0 ? '' : `, and a server that is killed ${kills === 1 ? 'once' : `${kills} times`}`;
  await step(`Checkouts and fees${killed}`, async (progress) => {
    await killServer(stage, drops, kills);
    return settle(stage, drops, progress);
  });
  const orders = await ordersOf(stage, drops);
  const paid = await step('Declined cards', () => payAgain(stage, drops, orders), paidText);
  await step('Refunds: whole, in part, and some that come back', () => refunds(stage, cast, orders));
  if (stage.own) {
    await step(
      'The end of the 72 hours',
      () => passThe72Hours(stage, drops),
      (open) => `${open} that nobody has paid or proven are ended`,
    );
  }
  return report(stage, drops, cast, rushed, paid);
}

function waysText({ ucp, acp, own }: Drops): string {
  const slots = ({ retailerId, totalStock }: AdminProduct, way: string) =>
    `${totalStock} slots ${retailerId ? `over ${way}` : 'by the card itself'}`;
  return [slots(ucp, 'UCP'), slots(acp, 'ACP'), slots(own, '')].join(', ');
}

function paidText({ declined, paid }: { declined: number; paid: number }): string {
  return paid > 0 ? `${paid} of ${declined} pay with another one` : `${declined} wait for another one`;
}

/** The release must not overtake anyone's reservation, nor a repeat of it, however long the rush takes. */
async function announce({ admin }: Stage, drops: Drops): Promise<void> {
  for (const productId of idsOf(drops)) {
    await eventually('the announcement', 60_000, async () => {
      const releaseAt = new Date(Date.now() + NOTICE).toISOString();
      const answer = await admin.post('/api/admin/products/edit', { productId, releaseAt });
      return answer.code === 'release-past' ? undefined : expectOk(Promise.resolve(answer));
    });
  }
}

async function countdown({ admin }: Stage, drops: Drops): Promise<void> {
  for (const productId of idsOf(drops)) {
    await eventually('the release has started', NOTICE + 60_000, async () => {
      const product = await expectOk(admin.get<AdminProduct>(`/api/admin/products/${productId}`));
      return product.releaseStartedAt ?? undefined;
    });
  }
}

async function report(
  stage: Stage,
  drops: Drops,
  { members }: Cast,
  rushed: Rush,
  paid: { declined: number; paid: number },
): Promise<boolean> {
  const { events, checks } = await step(
    stage.own ? 'Reading the event feed and the ledgers' : 'Reading the event feed',
    async () => {
      const all = await allEvents(stage.admin);
      return { events: all, checks: await judge(stage, all, drops) };
    },
  );
  const figures = figuresOf(events, drops);
  table('Reservations', reservationRows(rushed, figures.withdrawn, members.length));
  table('Checkout', checkoutRows(figures));
  table('Fees', feeRows(figures));
  const findings = [...checks, compare(rushed, figures, paid.paid)];
  verdict(findings);
  return findings.every(({ ok }) => ok);
}

const REFUSALS: Record<string, string> = {
  'sold-out': 'sold out',
  duplicate: 'duplicate: this profile or this person holds a slot',
  'promo-invalid': 'promo code used up; repeated without it',
  'reservations-closed': 'reservations had closed',
};

function reservationRows({ sent, reserved, refused, repeats, bad }: Rush, withdrawn: number, people: number): Row[] {
  return [
    ['sent', String(sent), `by ${people} shoppers and 5 guests`],
    ['reserved', String(reserved), `${withdrawn} given back, and taken by others`],
    ...Object.entries(refused).map(([code, count]): Row => ['refused', String(count), REFUSALS[code] ?? code]),
    ['repeated keys', String(repeats.sent), `${repeats.sameOrder} answered with the same order`],
    ['invalid requests', String(bad.sent), `${bad.refused} refused, with a code`],
  ];
}

main().catch((error: unknown) => {
  console.error(`\n  The demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
