import { type Command, type Decider, type DomainEvent, type Origin, Refused } from './decider.js';

export const AT = Date.UTC(2026, 10, 20, 16);
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export const origin: Origin = {
  actor: { kind: 'shopper', id: 'a-1' },
  commandId: '6f2c1c52-0d5e-4b0a-9a53-3f7b8e1d4c90',
  requestHash: 'hash',
  correlationId: '6f2c1c52-0d5e-4b0a-9a53-3f7b8e1d4c90',
};

/** Reads: given what has happened, when this is asked, it makes these events, nothing, or is refused. */
export function decisions<S, C extends Command, E extends DomainEvent>({ initial, decide, evolve }: Decider<S, C, E>) {
  const fold = (...events: E[]): S => events.reduce(evolve, initial);

  function outcome(command: C, state: S, now: number) {
    const made = () => decide(command, state, now);
    const told = () => {
      const once = made();
      expect(once).not.toHaveLength(0);
      return decide(command, once.reduce(evolve, state), now);
    };
    const onlyOnce = () => expect(told()).toEqual([]);
    return {
      makes: (...expected: E[]) => expect(made()).toEqual(expected),
      /** told again after what it made has happened: nothing more happens */
      onlyOnce,
      makesOnce(...expected: E[]) {
        expect(made()).toEqual(expected);
        onlyOnce();
      },
      /** told again, it finds the claim */
      makesClaim(...expected: E[]) {
        expect(made()).toEqual(expected);
        expect(refusalOf(told)).toMatchObject({ code: 'claimed' });
      },
      nothing: () => expect(made()).toEqual([]),
      refused: (code: string, kind?: string) =>
        expect(refusalOf(made)).toMatchObject(kind === undefined ? { code } : { code, kind }),
    };
  }

  return {
    fold,
    given: (...events: E[]) => ({ when: (command: C, now = AT) => outcome(command, fold(...events), now) }),
    /** What is decided; a refusal makes no events, a bug flies on. */
    answer(command: C, state: S, now = AT): E[] {
      try {
        return decide(command, state, now);
      } catch (error) {
        if (error instanceof Refused) return [];
        throw error;
      }
    },
  };
}

/** @throws when it is not refused; a bug flies on */
function refusalOf(decide: () => unknown): Refused {
  let made: unknown;
  try {
    made = decide();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error(`made ${JSON.stringify(made)} instead of a refusal`);
}
