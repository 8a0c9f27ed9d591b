import { OFFER_MS, WAITLIST_MOST } from '@supreme-access/contract/limits.js';
import { AT, decisions, MINUTE, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import {
  cancelled,
  created,
  delisted,
  edited,
  finished,
  ID,
  joined,
  lapsed,
  left,
  offered,
  RELEASE,
  released,
  reserve,
  reserved,
  started,
  unserved,
} from '@supreme-access/test/fixtures/product.js';
import {
  CancelDrop,
  DelistProduct,
  EditProduct,
  FinishRelease,
  type ProductEvent,
  product,
  StartRelease,
} from './product.js';
import { FreeSlot } from './slots.js';
import { JoinWaitlist, LapseOffers, LeaveWaitlist, rankOf } from './waitlist.js';

const { given, fold } = decisions(product);
const ONE = created({ totalStock: 1 });
const join = (n: number, changes: Partial<JoinWaitlist['data']> = {}) => {
  const who = {
    accountId: `account-${n}`,
    profileId: `profile-${n}`,
    person: `person-${n}`,
    size: 'm',
    style: 'Ink',
  } as const;
  return new JoinWaitlist(ID, { ...who, ...changes }, metadata);
};
const leave = (n: number, reason: 'left' | 'erased' = 'left', profileId: string | null = `profile-${n}`) =>
  new LeaveWaitlist(ID, { accountId: `account-${n}`, profileId, reason }, metadata);
const free = (n = 1) => new FreeSlot(ID, { orderId: `order-${n}`, reason: 'withdrawn' }, metadata);
const lapse = new LapseOffers(ID, {}, metadata);
const edit = (changes: EditProduct['data']) => new EditProduct(ID, changes, metadata);
const OVER = AT + OFFER_MS;

describe('joining the line of a drop', () => {
  it('that is sold out gives the next place, once', () =>
    given(ONE, reserved(1), joined(2, 1)).when(join(3)).makesOnce(joined(3, 2)));
  it('that has slots left is refused', () => given(ONE).when(join(2)).refused('not-sold-out', 'conflict'));
  it('whose only free slot is offered gives a place behind it', () =>
    given(ONE, reserved(1), joined(2, 1), released(1), offered(2, 1)).when(join(3)).makes(joined(3, 2)));
  it('comes before a newcomer, also where more slots were added than are offered at once', () => {
    const line = Array.from({ length: 502 }, (_, index) => joined(index + 2, index + 1));
    const some = line.slice(0, 500).map((_, index) => offered(index + 2, index + 1));
    const history = [ONE, reserved(1), ...line, edited({ totalStock: 503 }), ...some];
    given(...history)
      .when(reserve(900))
      .refused('sold-out', 'conflict');
    given(...history)
      .when(join(900))
      .makes(joined(900, 503), offered(502, 501), offered(503, 502));
  });
  it('with a profile, or as a person, that holds a slot is refused', () => {
    given(ONE, reserved(1)).when(join(1)).refused('duplicate', 'conflict');
    given(ONE, reserved(1))
      .when(join(2, { person: 'person-1' }))
      .refused('duplicate', 'conflict');
  });
  it('as a person who waits under another profile is refused', () =>
    given(ONE, reserved(1), joined(2, 1))
      .when(join(3, { person: 'person-2' }))
      .refused('duplicate', 'conflict'));
  it('after it closed, started or was cancelled is refused', () => {
    given(ONE, reserved(1)).when(join(2), RELEASE).refused('reservations-closed', 'conflict');
    given(ONE, reserved(1), started(1, AT)).when(join(2)).refused('reservations-closed', 'conflict');
    given(ONE, reserved(1), cancelled(1)).when(join(2)).refused('reservations-closed', 'conflict');
  });
  it('in a size it does not come in is refused', () =>
    given(ONE, reserved(1))
      .when(join(2, { size: 'os' }))
      .refused('size-unknown', 'invalid'));
  it('is refused once as many wait as may', () => {
    const many = Array.from({ length: WAITLIST_MOST }, (_, index) => joined(index + 2, index + 1));
    given(ONE, reserved(1), ...many)
      .when(join(WAITLIST_MOST + 2))
      .refused('waitlist-full', 'conflict');
  });
});

describe('a slot that is freed', () => {
  it('is offered to the first in line in the same batch, for ten minutes', () =>
    given(ONE, reserved(1), joined(2, 1), joined(3, 2)).when(free()).makes(released(1), offered(2, 1)));
  it('as nobody waits yet is free for everybody: who joins too late is told to reserve it', () =>
    given(ONE, reserved(1), released(1)).when(join(2)).refused('not-sold-out', 'conflict'));
  it('shortly before the closing is offered until then', () =>
    given(ONE, reserved(1), joined(2, 1))
      .when(free(), RELEASE - MINUTE)
      .makes(released(1), offered(2, 1, RELEASE - MINUTE, RELEASE)));
  it('at the closing, after the start or of a hidden product is offered to nobody', () => {
    given(ONE, reserved(1), joined(2, 1)).when(free(), RELEASE).makes(released(1));
    given(ONE, reserved(1), joined(2, 1), started(1, AT)).when(free()).makes(released(1));
    given(ONE, reserved(1), joined(2, 1), edited({ avail: false }))
      .when(free())
      .makes(released(1));
  });
  it('twice is offered once', () => given(ONE, reserved(1), joined(2, 1), joined(3, 2)).when(free()).onlyOnce());
});

describe('a slot that is offered', () => {
  const offer: ProductEvent[] = [ONE, reserved(1), joined(2, 1), joined(3, 2), released(1), offered(2, 1)];

  it('is reserved by whom it is offered to, and by nobody else', () => {
    given(...offer)
      .when(reserve(2))
      .makes(left(2, 'reserved', true, 1), reserved(2, { slotNumber: 1 }));
    given(...offer)
      .when(reserve(3))
      .refused('sold-out', 'conflict');
    given(...offer)
      .when(reserve(4))
      .refused('sold-out', 'conflict');
    given(...offer)
      .when(reserve(2, { accountId: 'account-9' }))
      .refused('sold-out', 'conflict');
  });
  it('is reserved as it was chosen, also in a size and style that the product has lost since', () => {
    const changed: ProductEvent[] = [...offer, edited({ styles: ['Stone'], sizeType: 'OS' })];
    given(...changed)
      .when(reserve(2))
      .makes(left(2, 'reserved', true, 1), reserved(2, { slotNumber: 1 }));
    given(...changed)
      .when(reserve(2, { size: 'l' }))
      .refused('size-unknown', 'invalid');
    given(...changed)
      .when(reserve(2), OVER)
      .refused('size-unknown', 'invalid');
  });
  it('is accepted once by two who accept at once', () => {
    given(...offer)
      .when(reserve(2))
      .onlyOnce();
    given(...offer, left(2, 'reserved', true, 1), reserved(2, { slotNumber: 1 }))
      .when(reserve(9, { accountId: 'account-2', profileId: 'profile-2', person: 'person-2' }))
      .refused('duplicate', 'conflict');
  });
  it('is theirs until the last millisecond, and not after it, written down or not', () => {
    given(...offer)
      .when(reserve(2), OVER - 1)
      .makes(left(2, 'reserved', true, 1), reserved(2, { slotNumber: 1, reservedAt: OVER - 1 }));
    given(...offer)
      .when(reserve(2), OVER)
      .refused('sold-out', 'conflict');
  });
  it('that was accepted does not lapse', () =>
    given(...offer, left(2, 'reserved', true, 1), reserved(2, { slotNumber: 1 }))
      .when(lapse, OVER)
      .nothing());
  it('goes to the next in line in the batch in which it lapses', () =>
    given(...offer)
      .when(lapse, OVER)
      .makesOnce(lapsed(2, 'time', 1), offered(3, 2, OVER)));
  it('does not lapse before its time', () =>
    given(...offer)
      .when(lapse, OVER - 1)
      .nothing());
  it('that lapses at the closing goes to nobody', () =>
    given(ONE, reserved(1), joined(2, 1), joined(3, 2), released(1), offered(2, 1, RELEASE - MINUTE, RELEASE))
      .when(lapse, RELEASE)
      .makes(lapsed(2, 'time', 1)));
  it('ends with the release, which does not count it', () =>
    given(...offer)
      .when(new StartRelease(ID, { by: 'clock' }, metadata), RELEASE)
      .makes(lapsed(2, 'release', 1), started(0)));
  it('ends with the drop that is cancelled', () =>
    given(...offer)
      .when(new CancelDrop(ID, { reason: 'the brand called it off' }, metadata))
      .makes(lapsed(2, 'cancelled', 1), cancelled(0)));
  it('counts against a smaller stock', () =>
    given(created(), reserved(1), reserved(2), joined(3, 1), released(2), offered(3, 1))
      .when(edit({ totalStock: 1 }))
      .refused('stock-below-reserved', 'conflict'));
  it('goes on when its holder leaves, or is erased, and theirs alone', () => {
    given(...offer)
      .when(leave(2))
      .makesOnce(left(2, 'left', true, 1), offered(3, 2));
    given(...offer)
      .when(leave(2, 'erased', null))
      .makesOnce(left(2, 'erased', true, 1), offered(3, 2));
    given(...offer)
      .when(leave(4, 'left', 'profile-2'))
      .nothing();
  });
});

describe('the line', () => {
  it('is served when the stock is raised', () =>
    given(ONE, reserved(1), joined(2, 1), joined(3, 2), joined(4, 3))
      .when(edit({ totalStock: 3 }))
      .makes(edited({ totalStock: 3 }), offered(2, 1), offered(3, 2)));
  it('is served when reservations open again', () =>
    given(created({ totalStock: 1, reservationClosesAt: AT }), reserved(1), joined(2, 1), released(1))
      .when(edit({ reservationClosesAt: RELEASE }))
      .makes(edited({ reservationClosesAt: RELEASE }), offered(2, 1)));
  it('tells everybody how many are before them', () => {
    const state = fold(ONE, reserved(1), joined(2, 1), joined(3, 2), joined(4, 3), left(3, 'left', false, 2));
    expect([1, 2, 3].map((place) => rankOf(state, place))).toEqual([1, 0, 2]);
  });
  it('gives who lapsed a new place at its end', () =>
    given(ONE, reserved(1), joined(2, 1), joined(3, 2), released(1), offered(2, 1), lapsed(2, 'time', 1), offered(3, 2))
      .when(join(2))
      .makes(joined(2, 3)));
  it('gives it also before the lapse is written down', () =>
    given(ONE, reserved(1), joined(2, 1), joined(3, 2), released(1), offered(2, 1))
      .when(join(2), OVER)
      .makesOnce(lapsed(2, 'time', 1), joined(2, 3, OVER), offered(3, 2, OVER)));
  it('gives it and the slot at once, where nobody else waits', () =>
    given(ONE, reserved(1), joined(2, 1), released(1), offered(2, 1))
      .when(join(2), OVER)
      .makesOnce(lapsed(2, 'time', 1), joined(2, 2, OVER), offered(2, 2, OVER)));
  it('gives it to no person who waits under another profile by now', () =>
    given(ONE, reserved(1), joined(2, 1), joined(3, 2), released(1), offered(2, 1))
      .when(join(2, { person: 'person-3' }), OVER)
      .refused('duplicate', 'conflict'));
});

describe('who is still in line when the drop ends', () => {
  const line: ProductEvent[] = [ONE, reserved(1), joined(2, 1), joined(3, 2), joined(4, 3), left(3, 'left', false, 2)];
  const end = new FinishRelease(ID, {}, metadata);

  it('is told once, with the end of its release', () =>
    given(...line, started(1))
      .when(end, RELEASE)
      .makesOnce(unserved(1, 3)));
  it('is told when it was cancelled', () =>
    given(...line, cancelled(1))
      .when(end, RELEASE)
      .makes(unserved(1, 3)));
  it('is nobody where nobody waits', () =>
    given(...line, left(2, 'left', false, 1), left(4, 'left', false, 3), started(1))
      .when(end, RELEASE)
      .makes(finished()));
  it('is told when a hidden product is delisted, and not once more', () => {
    const hidden = [...line, edited({ avail: false }), released(1)];
    const delist = new DelistProduct(ID, { openOrders: 0 }, metadata);
    given(...hidden)
      .when(delist)
      .makesOnce({ type: 'ProductDelisted', data: { unserved: [1, 3] } });
    given(...line, released(1), offered(2, 1), lapsed(2, 'cancelled', 1), cancelled(0), unserved(3))
      .when(delist)
      .makes(delisted);
  });
});
