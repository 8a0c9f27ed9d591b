import {
  Crash,
  type CrashAt,
  metadataOf,
  RacedPromos,
  requestFor,
} from '@supreme-access/test/fixtures/raced-promos.js';
import fc from 'fast-check';
import { isActive } from '../catalogue/products/slots.js';
import { Refused } from '../event-sourcing/decider.js';

type Move =
  | { does: 'reserve'; profile: number; key: number | null }
  | { does: 'withdraw'; profile: number }
  | { does: 'work' };
interface Actor {
  moves: Move[];
  crash: CrashAt | null;
}

const profile = fc.integer({ min: 1, max: 2 });
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('reserve' as const),
      profile,
      key: fc.option(fc.integer({ min: 1, max: 2 }), { freq: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('withdraw' as const), profile }) },
  { weight: 2, arbitrary: fc.constant({ does: 'work' as const }) },
);
const crash = fc.option(fc.record({ at: fc.integer({ min: 1, max: 14 }), kept: fc.boolean() }), { freq: 2 });
const actor: fc.Arbitrary<Actor> = fc.record({ moves: fc.array(move, { minLength: 1, maxLength: 4 }), crash });
const limits = fc.record({
  limit: fc.option(fc.integer({ min: 1, max: 2 })),
  limitPerAccount: fc.option(fc.constant(1)),
});

/** What an actor asks, one after the other; each request without a key is its own. */
async function act(streams: RacedPromos, { moves, crash }: Actor, name: string): Promise<void> {
  const { reservations, orders, worker } = streams.process(crash);
  for (const [n, move] of moves.entries()) {
    try {
      if (move.does === 'reserve') {
        const account = `account-${move.profile}`;
        const key = move.key === null ? `${name} ${n}` : `key ${move.key}`;
        const request = requestFor(account, `profile-${move.profile}`);
        const context = { metadata: metadataOf(key, account), keyed: move.key !== null };
        await reservations.once(request.productId, context, async () => {
          const wanted = reservations.command(request, context);
          return (await reservations.foresee(request, wanted)) ?? reservations.reserve(request, wanted);
        });
      } else if (move.does === 'withdraw') {
        const held = streams.product.byProfile.get(`profile-${move.profile}`);
        if (held) await orders.takeBack(held, { by: 'holder', reason: 'x' }, metadataOf(`${name} ${n}`));
      } else {
        for (const orderId of streams.promo.redeemed.keys())
          await worker.work({ kind: 'release-promo', id: `HALF:${orderId}`, dueAt: 0, attempt: 0, cause: 'e-1' });
      }
    } catch (error) {
      if (error instanceof Crash) return;
      if (!(error instanceof Refused) && !isWaiting(error)) throw error;
    }
  }
}

/** Of a redemption whose slot came meanwhile. */
function isWaiting(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith('its promo waits');
}

describe('a promo code and its slots, whoever asks for them at once,', () => {
  const inputs = fc.record({
    actors: fc.array(actor, { minLength: 2, maxLength: 4 }),
    stock: fc.integer({ min: 1, max: 2 }),
    limits,
  });

  it('have at no moment a slot with a percentage that no redemption holds, and in the end a redemption for each alone', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, fc.scheduler(), async ({ actors, stock, limits }, scheduler) => {
        const wrong: string[][] = [];
        const streams: RacedPromos = new RacedPromos(scheduler, () => wrong.push(streams.discountsOfNobody()));
        streams.open(stock, limits);
        await scheduler.waitFor(Promise.all(actors.map((one, n) => act(streams, one, `actor ${n}`))));
        await streams.settle();
        expect(wrong.flat()).toEqual([]);
        expect(streams.redemptionsOfNobody()).toEqual([]);
        expect(streams.waiting).toEqual([]);
        const held = [...streams.product.slots.values()].filter((slot) => isActive(streams.product, slot));
        expect(streams.promo.redeemed.size).toBe(held.length);
        if (limits.limit !== null) expect(held.length).toBeLessThanOrEqual(limits.limit);
      }),
      { numRuns: 150 },
    );
  });
});
