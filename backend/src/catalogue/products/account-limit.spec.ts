import { AT, decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import {
  created,
  edited,
  ID,
  joined,
  left,
  offered,
  released,
  reserve,
  reserved,
  started,
} from '@supreme-access/test/fixtures/product.js';
import fc from 'fast-check';
import { type ProductCommand, type ProductEvent, type ProductState, product } from './product.js';
import { FreeSlot, isActive, type Slot, type SlotRequest } from './slots.js';
import { JoinWaitlist, LeaveWaitlist } from './waitlist.js';

const { given, answer } = decisions(product);
const ADA = { accountId: 'account-1' };
const ROOMY = { totalStock: 100 };

/** The `n`th profile and person, of this account. */
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
const joinedOf = (n: number, accountId: string, place: number) => {
  const event = joined(n, place) as Extract<ProductEvent, { type: 'WaitlistJoined' }>;
  return { ...event, data: { ...event.data, accountId } };
};
const slots = (count: number, changes: (n: number) => Partial<Slot> = () => ADA) =>
  Array.from({ length: count }, (_, index) => reserved(index + 1, changes(index + 1)));

describe('an account that has as many slots of a drop as it may', () => {
  const five = created({ ...ROOMY, limitPerAccount: 5 });

  it('gets no further one, whatever profile is used', () =>
    given(five, ...slots(5))
      .when(reserve(6, ADA))
      .refused('limit-per-account', 'conflict'));
  it('is told how many that are', () => {
    const state = [five, ...slots(5)].reduce(product.evolve, product.initial);
    expect(() => product.decide(reserve(6, ADA), state, AT)).toThrow(
      'You have reached the limit for this drop. One account may hold this many slots and waiting list places: 5.',
    );
  });
  it('keeps no other account from one', () =>
    given(five, ...slots(5))
      .when(reserve(6))
      .makes(reserved(6)));
  it('hears that before it hears that nothing is left', () =>
    given(created({ totalStock: 5, limitPerAccount: 5 }), ...slots(5))
      .when(reserve(6, ADA))
      .refused('limit-per-account'));
  it('gets another once one was given back', () =>
    given(five, ...slots(5), released(1))
      .when(reserve(6, ADA))
      .makes(reserved(6, { ...ADA, slotNumber: 1 })));
  it('still hears that a profile of it is a duplicate', () =>
    given(five, ...slots(5))
      .when(reserve(6, { ...ADA, profileId: 'profile-1' }))
      .refused('duplicate'));
  it('keeps what it has when the limit is lowered, and gets no more', () =>
    given(five, ...slots(3), edited({ limitPerAccount: 2 }))
      .when(reserve(4, ADA))
      .refused('limit-per-account'));
});

describe('where a product does not say how many', () => {
  it('the setting holds, which comes with the request', () => {
    given(created(ROOMY), ...slots(2))
      .when(reserve(3, { ...ADA, limitPerAccount: 2 }))
      .refused('limit-per-account');
    given(created(ROOMY), ...slots(2))
      .when(reserve(3, { ...ADA, limitPerAccount: 3 }))
      .makes(reserved(3, ADA));
  });
  it('and where it does, the setting is no matter', () =>
    given(created({ ...ROOMY, limitPerAccount: 3 }), ...slots(2))
      .when(reserve(3, { ...ADA, limitPerAccount: 1 }))
      .makes(reserved(3, ADA)));
});

describe('places in line', () => {
  const two = created({ totalStock: 1, limitPerAccount: 2 });

  it('count with the slots', () => {
    given(two, reserved(1), joinedOf(2, 'account-1', 1))
      .when(join(3, ADA))
      .refused('limit-per-account', 'conflict');
    given(two, reserved(1))
      .when(join(2, ADA))
      .makes(joinedOf(2, 'account-1', 1));
  });
  it('count until they are left, and while a slot is offered', () => {
    const twice = [reserved(9), joinedOf(2, 'account-1', 1), joinedOf(3, 'account-1', 2)];
    given(two, ...twice, {
      type: 'WaitlistLeft',
      data: { ...left(3).data, place: 2, accountId: 'account-1' },
    } as ProductEvent)
      .when(join(4, ADA))
      .makes(joinedOf(4, 'account-1', 3));
    given(two, ...twice, released(9), offered(2, 1))
      .when(join(4, ADA))
      .refused('limit-per-account');
  });
  it('become the slot that is offered, also where the account has as many as it may', () =>
    given(two, reserved(9), joinedOf(2, 'account-1', 1), joinedOf(3, 'account-1', 2), released(9), {
      type: 'SlotOffered',
      data: { place: 1, accountId: 'account-1', profileId: 'profile-2', offeredAt: AT, endsAt: AT + 1_000 },
    })
      .when(reserve(2, { ...ADA, profileId: 'profile-2' }))
      .makes(
        {
          type: 'WaitlistLeft',
          data: { place: 1, accountId: 'account-1', profileId: 'profile-2', reason: 'reserved', offered: true },
        },
        reserved(2, { ...ADA, slotNumber: 9 }),
      ));
  it('are counted no more once the line is over', () => {
    const state = [two, reserved(1), joined(2, 1), started(1, AT)].reduce(product.evolve, product.initial);
    expect(state.placesOf.size).toBe(0);
  });
});

describe('guests', () => {
  const guest = (card: string, network?: string): Partial<SlotRequest & Slot> => ({
    accountId: null,
    guest: network === undefined ? { card } : { card, network },
  });
  const limited = created({ totalStock: 1_000, limitPerAccount: 2 });

  it('are known by their card', () => {
    given(limited, ...slots(2, () => guest('visa', 'home')))
      .when(reserve(3, guest('visa', 'elsewhere')))
      .refused('limit-per-account', 'conflict');
    given(limited, ...slots(2, () => guest('visa', 'home')))
      .when(reserve(3, guest('amex', 'home')))
      .makes(reserved(3, guest('amex', 'home')));
  });
  it('and by their network, ten times as many', () => {
    const many = (count: number) => slots(count, (n) => guest(`card ${n}`, 'home'));
    given(limited, ...many(20))
      .when(reserve(21, guest('another', 'home')))
      .refused('limit-per-account', 'conflict');
    given(limited, ...many(20), released(7))
      .when(reserve(21, guest('another', 'home')))
      .makes(reserved(21, { ...guest('another', 'home'), slotNumber: 7 }));
    given(limited, ...many(20))
      .when(reserve(21, guest('another', 'next door')))
      .makes(reserved(21, guest('another', 'next door')));
  });
  it('whose order an admin makes, by their card alone', () =>
    given(limited, ...slots(2, () => guest('visa')))
      .when(reserve(3, guest('visa')))
      .refused('limit-per-account'));
  it('do not count for accounts, nor accounts for them', () =>
    given(limited, ...slots(2, () => guest('account-1', 'account-1')))
      .when(reserve(3, ADA))
      .makes(reserved(3, ADA)));
});

describe('whatever is asked of a product,', () => {
  const number = (max: number) => fc.integer({ min: 1, max });
  const who = fc.record({ account: number(3), n: number(9) });
  const commands: fc.Arbitrary<ProductCommand> = fc.oneof(
    { weight: 6, arbitrary: who.map(({ account, n }) => reserve(n, { accountId: `account-${account}` })) },
    { weight: 4, arbitrary: who.map(({ account, n }) => join(n, { accountId: `account-${account}` })) },
    { weight: 3, arbitrary: number(9).map((n) => new FreeSlot(ID, { orderId: `order-${n}`, reason: 'x' }, metadata)) },
    {
      weight: 1,
      arbitrary: number(3).map(
        (n) => new LeaveWaitlist(ID, { accountId: `account-${n}`, profileId: null, reason: 'left' }, metadata),
      ),
    },
  );
  const hasOf = (state: ProductState, accountId: string) => {
    const held = [...state.slots.values()].filter((slot) => isActive(state, slot));
    const there = [...held, ...state.line.values(), ...state.offers.values()];
    return there.filter((one) => one.accountId === accountId).length;
  };

  it('no account has more slots and places than it may, and they are counted right', () => {
    fc.assert(
      fc.property(number(3), number(4), fc.array(commands, { maxLength: 40 }), (limit, totalStock, sequence) => {
        let state = product.evolve(product.initial, created({ totalStock, limitPerAccount: limit }));
        for (const command of sequence) {
          state = answer(command, state).reduce(product.evolve, state);
          for (const account of ['account-1', 'account-2', 'account-3']) {
            const counted = state.slotsOf.get(`account ${account}`, 0) + state.placesOf.get(`account ${account}`, 0);
            expect(counted).toBe(hasOf(state, account));
            expect(counted).toBeLessThanOrEqual(limit);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
