import fc from 'fast-check';
import { AT, origin } from '../accounts/given.fixture.js';
import { Refused } from '../platform/decider.js';
import { product } from './decide-product.js';
import { create, ID, RELEASE, reserve } from './product.fixture.js';
import { activeSlots, isActive, type ProductEvent, type ProductState } from './product.js';
import {
  CancelDrop,
  EditProduct,
  type ProductCommand,
  ReleaseSlot,
  StartRelease,
  VoidReservation,
} from './product-commands.js';

interface Step {
  state: ProductState;
  events: ProductEvent[];
}

const RUNS = { numRuns: 100 };
const number = (max: number) => fc.integer({ min: 1, max });
const reservations = fc.record({ order: number(40), profile: number(12), person: number(12), keyed: fc.boolean() });
const wishes: fc.Arbitrary<ProductCommand> = fc.oneof(
  {
    weight: 60,
    arbitrary: reservations.map(({ order, profile, person, keyed }) =>
      reserve(order, { profileId: `profile-${profile}`, person: `person-${person}` }, keyed),
    ),
  },
  {
    weight: 20,
    arbitrary: number(40).map((n) => new ReleaseSlot(ID, { orderId: `order-${n}`, reason: 'withdrawn' }, origin)),
  },
  { weight: 5, arbitrary: number(40).map((n) => new VoidReservation(ID, { orderId: `order-${n}` }, origin)) },
  { weight: 10, arbitrary: number(8).map((totalStock) => new EditProduct(ID, { totalStock }, origin)) },
  { weight: 1, arbitrary: fc.constant(new CancelDrop(ID, { reason: 'called off' }, origin)) },
  { weight: 1, arbitrary: fc.constant(new StartRelease(ID, { by: 'hand' }, origin)) },
);
/** Whatever is asked of a product, in turn; what was refused left no trace. */
const histories: fc.Arbitrary<Step[]> = fc
  .tuple(number(8), fc.array(fc.tuple(fc.integer({ min: 0, max: 4_000 }), wishes), { maxLength: 80, size: 'max' }))
  .map(([totalStock, asked]) => {
    let state = product.initial;
    let now = AT;
    return [[0, create({ totalStock })] as const, ...asked].map(([ms, command]) => {
      now = Math.min(now + ms, RELEASE - 1);
      const events = decided(command, state, now);
      state = events.reduce(product.evolve, state);
      return { state, events };
    });
  });

function decided(command: ProductCommand, state: ProductState, now: number): ProductEvent[] {
  try {
    return product.decide(command, state, now);
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}

function active(state: ProductState) {
  return [...state.slots.values()].filter((slot) => isActive(state, slot));
}

const areUnique = (values: readonly unknown[]) => new Set(values).size === values.length;
const holdsFor = (property: (steps: Step[]) => boolean) => fc.assert(fc.property(histories, property), RUNS);
const holdsAlways = (property: (state: ProductState) => boolean) =>
  holdsFor((steps) => steps.every(({ state }) => property(state)));

describe('whatever is asked of a product, in whatever sequence,', () => {
  it('it is never oversold', () => {
    holdsAlways((state) => activeSlots(state) <= (state.facts?.totalStock ?? 0));
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
      const withoutPersonal = stored.map((event) => {
        const { personal: _, ...data } = event.data as { personal?: unknown };
        return { ...event, data } as unknown as ProductEvent;
      });
      const replayed = withoutPersonal.reduce(product.evolve, product.initial);
      expect(plain(replayed)).toEqual(plain(steps.at(-1)?.state ?? product.initial));
    });
    fc.assert(replays, RUNS);
  });

  it('slots are reserved, given back and refused often enough for that to mean something', () => {
    const types = fc.sample(histories, { ...RUNS, seed: 7 }).flatMap((steps) => steps.flatMap(({ events }) => events));
    const count = (type: ProductEvent['type']) => types.filter((event) => event.type === type).length;
    expect(count('SlotReserved')).toBeGreaterThan(RUNS.numRuns);
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
  const { byProfile, byPerson, freeNumbers, voided } = state;
  return {
    ...state,
    slots: sorted(slots),
    byProfile: sorted(byProfile.entries()),
    byPerson: sorted(byPerson.entries()),
    freeNumbers: sorted(freeNumbers),
    voided: sorted(voided),
  };
}
