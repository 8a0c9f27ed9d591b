import { AT, HOUR } from '@supreme-access/test/fixtures/decider-test-kit.js';
import {
  cancelled,
  created,
  delisted,
  edited,
  finished,
  ID,
  joined,
  notified,
  RELEASE,
  released,
  reserved,
  started,
} from '@supreme-access/test/fixtures/product.js';
import { folded, recorded } from '@supreme-access/test/fixtures/recorded.js';
import { jobsProjection } from '../../jobs/jobs.projection.js';
import {
  ASK_CODES,
  CANCEL_DROP,
  RUN_RELEASE,
  releaseDue,
  START_RELEASE,
  TELL_HOLDERS,
} from '../../releases/release.jobs.js';
import type { ProductEvent } from './product.js';
import { adminProduct, NO_COUNTS, productsProjection, publicProduct, slotsProjection } from './products.projection.js';

const stream = `product-${ID}`;
const life: ProductEvent[] = [
  created(),
  reserved(1),
  edited({ price: 4_000, releaseAt: RELEASE + HOUR }),
  reserved(2),
  notified(RELEASE + HOUR),
  released(1),
  { type: 'ReservationVoided', data: { orderId: 'order-9' } },
  started(1, RELEASE + HOUR),
  finished(RELEASE + HOUR + 5),
  delisted,
];
const due = jobsProjection([releaseDue]);
const dueAfter = async (...events: ProductEvent[]) =>
  (await folded(due, [recorded(stream, events)])).map(({ kind, dueAt }) => [kind, dueAt]);

describe('the catalogue', () => {
  it('shows a product as it is now', async () => {
    const [doc] = await folded(productsProjection, [recorded(stream, life)]);
    expect(
      doc && adminProduct(doc, { reserved: 1, offered: 0, waiting: 4 }, 0, '/product?productId=box-hoodie'),
    ).toEqual({
      id: ID,
      productId: ID,
      productTitle: 'Box Hoodie',
      price: 40,
      currency: 'usd',
      totalStock: 2,
      reserved: 1,
      remaining: 1,
      waiting: 4,
      offered: 0,
      avail: true,
      productImage: '',
      pictures: [],
      description: '',
      retailPrice: null,
      defaultLimit: null,
      means: 'card',
      retailerId: null,
      retailerItems: [],
      styles: 'Stone, Ink',
      sizeType: '',
      tags: ['new'],
      releaseAt: '2026-11-20T18:00:00.000Z',
      releaseTz: 'UTC',
      reservationClosesAt: '2026-11-20T18:00:00.000Z',
      releaseStartedAt: '2026-11-20T18:00:00.000Z',
      limitPerAccount: null,
      releaseFinishedAt: '2026-11-20T18:00:00.005Z',
      listedAt: '2026-11-20T16:00:00.000Z',
      version: 2,
      shopUrl: '/product?productId=box-hoodie',
      retailerProductId: ID,
      delisted: true,
      cancelled: false,
      refusals: {
        edit: 'This product was delisted.',
        release: 'The release of this product has started.',
        cancel: 'The release of this product has started.',
        delist: 'This product was delisted.',
      },
    });
  });

  it('shows to the shop neither the retailer nor what became of it', async () => {
    const [doc] = await folded(productsProjection, [recorded(stream, life)]);
    expect(Object.keys(doc ? publicProduct(doc, NO_COUNTS) : {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/retailer|delisted|cancelled/)]),
    );
  });

  it('marks a cancelled drop', async () => {
    const [doc] = await folded(productsProjection, [recorded(stream, [created(), cancelled()])]);
    expect(doc).toMatchObject({ cancelled: true, startedAt: null });
  });

  it('counts the slots that are held', async () => {
    expect(await folded(slotsProjection, [recorded(stream, life)])).toEqual([
      { productId: ID, reserved: 1, offered: 0, waiting: 0 },
    ]);
  });

  it.each([started(), cancelled(), delisted])('counts nobody in line once $type has ended it', async (end) => {
    const events = [created(), reserved(1), joined(2), joined(3), end];
    expect(await folded(slotsProjection, [recorded(stream, events)])).toEqual([
      { productId: ID, reserved: 1, offered: 0, waiting: 0 },
    ]);
  });

  it.each([productsProjection, slotsProjection])('is the same when events come twice ($name)', async (projection) => {
    const events = recorded(stream, life);
    const once = await folded<unknown>(projection, [events]);
    expect(await folded<unknown>(projection, [events.slice(0, 4), events, events.slice(2)])).toEqual(once);
  });

  it.each([productsProjection, slotsProjection])('is the same rebuilt as live ($name)', async (projection) => {
    const events = recorded(stream, life);
    const live = await folded<unknown>(
      projection,
      events.map((event) => [event]),
    );
    expect(await folded<unknown>(projection, [events])).toEqual(live);
  });
});

describe('what products make due', () => {
  const LATER = AT + 72 * HOUR;
  /** Whoever's security code is gone is asked for it two days before. */
  const AT_RELEASE = [
    [ASK_CODES, LATER - 48 * HOUR],
    [START_RELEASE, LATER],
  ];
  const early = () => created({ releaseAt: LATER });

  it('is their release, at its time, and asking for security codes before', async () => {
    expect(await dueAfter(early())).toEqual(AT_RELEASE);
  });

  it('is asking for security codes at once where less is left', async () => {
    expect(await dueAfter(created())).toEqual([
      [ASK_CODES, AT],
      [START_RELEASE, RELEASE],
    ]);
  });

  it('moves with the release', async () => {
    const [codes, release] = await dueAfter(early(), edited({ releaseAt: LATER + HOUR }));
    expect([codes, release]).toEqual(AT_RELEASE.map(([kind, at]) => [kind, Number(at) + HOUR]));
    expect(await dueAfter(early(), edited({ price: 1 }))).toEqual(AT_RELEASE);
  });

  it.each([
    ['has no time', [created({ releaseAt: null })]],
    ['lost its time', [created(), edited({ releaseAt: null }), notified(null)]],
    ['was delisted', [created(), delisted]],
    ['is finished', [created(), started(), finished()]],
    ['was cancelled and cleared away', [created(), cancelled(), finished()]],
  ])('is nothing when the release %s', async (_, events) => expect(await dueAfter(...events)).toEqual([]));

  it('is telling the holders of a move, until they know or it no longer matters', async () => {
    const moved = [created(), edited({ releaseAt: RELEASE + HOUR })];
    expect(await dueAfter(...moved)).toContainEqual([TELL_HOLDERS, AT + 1]);
    const after = async (event: ProductEvent) => (await dueAfter(...moved, event)).map(([kind]) => kind);
    expect(await after(notified(RELEASE + HOUR))).toEqual([ASK_CODES, START_RELEASE]);
    expect(await after(started(0, RELEASE + HOUR))).toEqual([RUN_RELEASE]);
    expect(await after(cancelled())).toEqual([CANCEL_DROP]);
  });

  it('is the run over its orders once it has started', async () => {
    expect(await dueAfter(created(), started())).toEqual([[RUN_RELEASE, RELEASE]]);
  });

  it('is clearing it away once it was cancelled', async () => {
    expect(await dueAfter(created(), cancelled())).toEqual([[CANCEL_DROP, AT + 1]]);
  });

  it('is nothing new when slots come and go', async () => {
    expect(await dueAfter(early(), reserved(1), released(1))).toEqual(AT_RELEASE);
  });
});
