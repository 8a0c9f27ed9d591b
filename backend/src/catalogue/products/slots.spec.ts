import { AT, decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import {
  cancelled,
  create,
  created,
  delisted,
  ID,
  RELEASE,
  released,
  reserve,
  reserved,
  started,
} from '@supreme-access/test/fixtures/product.js';
import fc from 'fast-check';
import { withoutPersonal } from '../../event-sourcing/decider.js';
import {
  CancelDrop,
  EditProduct,
  type ProductCommand,
  type ProductEvent,
  type ProductState,
  product,
  StartRelease,
} from './product.js';
import { activeSlots, FreeSlot, isActive, takenSlots, VoidReservation } from './slots.js';
import { JoinWaitlist, LapseOffers, LeaveWaitlist } from './waitlist.js';

const { given, answer } = decisions(product);
const free = (n = 1) => new FreeSlot(ID, { orderId: `order-${n}`, reason: 'withdrawn' }, metadata);
const voidReservation = (n = 1) => new VoidReservation(ID, { orderId: `order-${n}` }, metadata);

describe('reserving a slot', () => {
  it('holds the next number at the present price', () =>
    given(created(), reserved(1)).when(reserve(2)).makes(reserved(2)));

  it('keeps the word of a shopper that it ships to a street', () =>
    given(created())
      .when(reserve(1, { streetConfirmed: true }))
      .makes(reserved(1, { streetConfirmed: true })));
  it('takes the promo off the price', () =>
    given(created())
      .when(reserve(1, { promo: { code: 'FRIENDS10', percent: 10 } }))
      .makes(reserved(1, { promo: { code: 'FRIENDS10', percent: 10 }, price: 3_150 })));
  it('for the same order twice holds one', () => given(created()).when(reserve()).onlyOnce());
  it('uses a number that was given back again', () =>
    given(created(), reserved(1), reserved(2), released(1))
      .when(reserve(3))
      .makes(reserved(3, { slotNumber: 1 })));
  it('beyond the stock is refused', () =>
    given(created(), reserved(1), reserved(2)).when(reserve(3)).refused('sold-out', 'conflict'));
  it('of an unknown product is refused', () => given().when(reserve()).refused('not-found', 'not-found'));
  it('of a hidden product is refused', () =>
    given(created({ avail: false }))
      .when(reserve())
      .refused('unavailable', 'conflict'));
  it('of a delisted product is refused', () =>
    given(created(), delisted).when(reserve()).refused('unavailable', 'conflict'));
  it('in a size it does not come in is refused', () =>
    given(created())
      .when(reserve(1, { size: 'os' }))
      .refused('size-unknown', 'invalid'));
  it('in a style it does not come in is refused', () =>
    given(created())
      .when(reserve(1, { style: 'Gold' }))
      .refused('style-unknown', 'invalid'));
  it('in a style that was listed before texts were cleaned is reserved as requests say it', () =>
    given(created({ styles: ['Cre\u0300me\u200b'] }))
      .when(reserve(1, { style: 'Crème' }))
      .makes(reserved(1, { style: 'Crème' })));
  it('that was voided is refused', () =>
    given(created(), { type: 'ReservationVoided', data: { orderId: 'order-1' } })
      .when(reserve(1))
      .refused('reservation-expired', 'conflict'));
  it('that was voided after a refusal is refused for the same', () =>
    given(created(), { type: 'ReservationVoided', data: { orderId: 'order-1', refusal: 'sold-out' } })
      .when(reserve(1))
      .refused('sold-out', 'conflict'));
});

describe('reservations', () => {
  it('are open until the last millisecond before the release', () =>
    given(created())
      .when(reserve(), RELEASE - 1)
      .makes(reserved(1, { reservedAt: RELEASE - 1 })));
  it('close at the release, started or not', () =>
    given(created()).when(reserve(), RELEASE).refused('reservations-closed', 'conflict'));
  it('close earlier where the product says so', () =>
    given(created({ reservationClosesAt: AT + 1 }))
      .when(reserve(), AT + 1)
      .refused('reservations-closed', 'conflict'));
  it('close when the release is started by hand', () =>
    given(created({ releaseAt: null }), started(0, AT))
      .when(reserve())
      .refused('reservations-closed', 'conflict'));
  it('close when the drop is cancelled', () =>
    given(created(), cancelled()).when(reserve()).refused('reservations-closed', 'conflict'));
});

describe('a second slot', () => {
  it('of the same profile is a duplicate', () =>
    given(created(), reserved(1))
      .when(reserve(2, { profileId: 'profile-1' }))
      .refused('duplicate', 'conflict'));
  it('of the same person is a duplicate, whatever profile they use', () =>
    given(created(), reserved(1))
      .when(reserve(2, { person: 'person-1' }))
      .refused('duplicate', 'conflict'));
  it('is fine once the first was given back', () =>
    given(created(), reserved(1), released(1))
      .when(reserve(2, { profileId: 'profile-1' }))
      .makes(reserved(2, { profileId: 'profile-1', slotNumber: 1 })));
  it('of the same person in another profile is fine once the first was given back', () =>
    given(created(), reserved(1), released(1))
      .when(reserve(2, { person: 'person-1' }))
      .makes(reserved(2, { person: 'person-1', slotNumber: 1 })));
  it('reserved within ten seconds and without a key is a double click', () =>
    given(created(), reserved(1))
      .when(reserve(2, { accountId: 'account-1', profileId: 'profile-1' }, false), AT + 9_999)
      .nothing());
  it.each([
    ['ten seconds later', AT + 10_000, {}],
    ['in another size', AT, { size: 'l' as const }],
    ['in another style', AT, { style: 'Stone' }],
    ['with a promo', AT, { promo: { code: 'FRIENDS10', percent: 10 } }],
    ['by another account', AT, { accountId: 'account-2' }],
  ])('reserved without a key %s is a duplicate', (_, now, changes) =>
    given(created(), reserved(1))
      .when(reserve(2, { accountId: 'account-1', profileId: 'profile-1', ...changes }, false), now)
      .refused('duplicate', 'conflict'),
  );
});

describe('giving a slot back', () => {
  it('frees it', () => given(created(), reserved()).when(free()).makes(released()));
  it('twice frees it once', () => given(created(), reserved()).when(free()).onlyOnce());
  it('names the code whose redemption it held', () => {
    const back = {
      type: 'SlotReleased',
      data: { orderId: 'order-1', reason: 'withdrawn', promoCode: 'HALF' },
    } as const;
    given(created(), reserved(1, { promo: { code: 'HALF', percent: 50 } }))
      .when(new FreeSlot(ID, back.data, metadata))
      .makes(back);
  });
  it('that nobody has does nothing', () => given(created()).when(free()).nothing());
  it('leaves the slot that its profile has reserved since', () =>
    given(created(), reserved(1), released(1), reserved(2, { profileId: 'profile-1' }))
      .when(free(1))
      .nothing());
  it('of an unknown product is refused', () => given().when(free()).refused('not-found', 'not-found'));
});

describe('voiding a reservation', () => {
  const voided = { type: 'ReservationVoided', data: { orderId: 'order-1' } } as const;
  it('keeps it from ever coming about', () => given(created()).when(voidReservation()).makes(voided));
  it('twice does so once', () => given(created()).when(voidReservation()).onlyOnce());
  it('that has come about does nothing', () => given(created(), reserved()).when(voidReservation()).nothing());
});

interface Step {
  state: ProductState;
  events: ProductEvent[];
}

const RUNS = { numRuns: 100 };
const number = (max: number) => fc.integer({ min: 1, max });
const reservations = fc.record({ order: number(40), profile: number(12), person: number(12), keyed: fc.boolean() });
const commands: fc.Arbitrary<ProductCommand> = fc.oneof(
  {
    weight: 60,
    arbitrary: reservations.map(({ order, profile, person, keyed }) =>
      reserve(order, { profileId: `profile-${profile}`, person: `person-${person}` }, keyed),
    ),
  },
  {
    weight: 20,
    arbitrary: number(40).map(free),
  },
  { weight: 5, arbitrary: number(40).map(voidReservation) },
  {
    weight: 30,
    arbitrary: fc.record({ profile: number(12), person: number(12) }).map(({ profile, person }) => {
      const who = { accountId: `account-${profile}`, profileId: `profile-${profile}`, person: `person-${person}` };
      return new JoinWaitlist(ID, { ...who, size: 'm', style: 'Ink' }, metadata);
    }),
  },
  {
    weight: 8,
    arbitrary: number(12).map(
      (n) => new LeaveWaitlist(ID, { accountId: `account-${n}`, profileId: null, reason: 'left' }, metadata),
    ),
  },
  { weight: 10, arbitrary: fc.constant(new LapseOffers(ID, {}, metadata)) },
  {
    // Who is in line with this profile accepts, or tries to.
    weight: 20,
    arbitrary: fc
      .record({ order: number(40), profile: number(12), person: number(12) })
      .map(({ order, profile, person }) => {
        return reserve(order, {
          accountId: `account-${profile}`,
          profileId: `profile-${profile}`,
          person: `person-${person}`,
        });
      }),
  },
  { weight: 10, arbitrary: number(8).map((totalStock) => new EditProduct(ID, { totalStock }, metadata)) },
  { weight: 1, arbitrary: fc.constant(new CancelDrop(ID, { reason: 'called off' }, metadata)) },
  { weight: 1, arbitrary: fc.constant(new StartRelease(ID, { by: 'hand' }, metadata)) },
);
/** Whatever is asked of a product, in turn; what was refused left no trace. */
const histories: fc.Arbitrary<Step[]> = fc
  .tuple(number(8), fc.array(fc.tuple(fc.integer({ min: 0, max: 120_000 }), commands), { maxLength: 80, size: 'max' }))
  .map(([totalStock, sequence]) => {
    let state = product.initial;
    let now = AT;
    return [[0, create({ totalStock })] as const, ...sequence].map(([ms, command]) => {
      now = Math.min(now + ms, RELEASE - 1);
      const events = answer(command, state, now);
      state = events.reduce(product.evolve, state);
      return { state, events };
    });
  });

function active(state: ProductState) {
  return [...state.slots.values()].filter((slot) => isActive(state, slot));
}

const areUnique = (values: readonly unknown[]) => new Set(values).size === values.length;
const holdsFor = (property: (steps: Step[]) => boolean) => fc.assert(fc.property(histories, property), RUNS);
const holdsAlways = (property: (state: ProductState) => boolean) =>
  holdsFor((steps) => steps.every(({ state }) => property(state)));

describe('whatever is asked of a product, in whatever sequence,', () => {
  it('it is never oversold', () => {
    holdsAlways((state) => takenSlots(state) <= (state.facts?.totalStock ?? 0));
  });

  it('no slot is idle while somebody waits for one', () => {
    holdsAlways((state) => state.line.size === 0 || takenSlots(state) === state.facts?.totalStock);
  });

  it('slots are offered in the order in which people came', () => {
    holdsFor((steps) => {
      const places = steps.flatMap(({ events }) =>
        events.flatMap((event) => (event.type === 'SlotOffered' ? [event.data.place] : [])),
      );
      return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
    });
  });

  it('nobody has two places in line, nor one beside a slot', () => {
    holdsAlways((state) => {
      const there = [...state.line.values(), ...state.offers.values()];
      const slots = active(state);
      const held = new Set(slots.flatMap(({ profileId, person }) => [profileId, person]));
      return (
        areUnique(there.map(({ profileId }) => profileId)) &&
        areUnique(there.map(({ person }) => person)) &&
        there.every(({ profileId, person }) => !held.has(profileId) && !held.has(person)) &&
        state.places.size === 2 * there.length
      );
    });
  });

  it('a profile and a person hold one slot at most, and the count of slots is right', () => {
    holdsAlways((state) => {
      const slots = active(state);
      const isOneEach =
        areUnique(slots.map(({ profileId }) => profileId)) && areUnique(slots.map(({ person }) => person));
      return isOneEach && slots.length === activeSlots(state);
    });
  });

  it('slot numbers of held slots are unique and no higher than slots were ever held at once', () => {
    holdsFor((steps) => {
      let most = 0;
      return steps.every(({ state }) => {
        const numbers = active(state).map(({ slotNumber }) => slotNumber);
        most = Math.max(most, numbers.length);
        return areUnique(numbers) && numbers.every((slotNumber) => slotNumber <= most);
      });
    });
  });

  it('after its release has started no slot is reserved', () => {
    holdsFor((steps) => {
      const types = steps.flatMap(({ events }) => events.map(({ type }) => type));
      const end = types.findIndex((type) => type === 'ReleaseStarted' || type === 'DropCancelled');
      return end < 0 || !types.slice(end).includes('SlotReserved');
    });
  });

  it('replaying its events as the log keeps them gives the same state', () => {
    const replays = fc.property(histories, (steps) => {
      const stored = JSON.parse(JSON.stringify(steps.flatMap(({ events }) => events))) as ProductEvent[];
      const replayed = stored.map((event) => withoutPersonal(event)).reduce(product.evolve, product.initial);
      expect(plain(replayed)).toEqual(plain(steps.at(-1)?.state ?? product.initial));
    });
    fc.assert(replays, RUNS);
  });

  it('slots are reserved, given back and refused often enough for that to mean something', () => {
    const types = fc.sample(histories, { ...RUNS, seed: 7 }).flatMap((steps) => steps.flatMap(({ events }) => events));
    const count = (type: ProductEvent['type']) => types.filter((event) => event.type === type).length;
    expect(count('SlotReserved')).toBeGreaterThan(RUNS.numRuns);
    expect(count('SlotOffered')).toBeGreaterThan(RUNS.numRuns / 4);
    expect(count('OfferLapsed')).toBeGreaterThan(0);
    expect(count('SlotReleased')).toBeGreaterThan(RUNS.numRuns / 4);
  });
});

/** Sorted plain values; what is personal is no part of a state that the queue folds. */
function plain(state: ProductState) {
  const slots = [...state.slots.entries()].map(([id, slot]) => {
    const { personal: _, ...rest } = slot as typeof slot & { personal?: unknown };
    return [id, rest] as const;
  });
  const sorted = <T>(values: Iterable<T>) =>
    [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const { byProfile, byPerson, freeNumbers, voided, line, offers, places } = state;
  return {
    ...state,
    slots: sorted(slots),
    byProfile: sorted(byProfile.entries()),
    byPerson: sorted(byPerson.entries()),
    freeNumbers: sorted(freeNumbers),
    voided: sorted(voided),
    line: sorted(line.entries()),
    offers: sorted(offers.entries()),
    places: sorted(places.entries()),
  };
}
