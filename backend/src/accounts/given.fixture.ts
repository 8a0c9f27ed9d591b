import { type Command, type Decider, type DomainEvent, type Origin, Refused } from '../platform/decider.js';

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

/** Reads: given what has happened, when this is asked, it makes these events, nothing, or a refusal. */
export function decisions<S, C extends Command, E extends DomainEvent>({ initial, decide, evolve }: Decider<S, C, E>) {
  const fold = (events: readonly E[], from = initial) => events.reduce(evolve, from);
  return {
    fold: (...events: E[]) => fold(events),
    given: (...events: E[]) => ({
      when: (command: C, now = AT) => {
        const state = fold(events);
        const answer = (): { events: E[] } | { refused: string; kind: string } => {
          try {
            return { events: decide(command, state, now) };
          } catch (error) {
            if (error instanceof Refused) return { refused: error.code, kind: error.kind };
            throw error;
          }
        };
        return {
          makes: (...expected: E[]) => expect(answer()).toEqual({ events: expected }),
          nothing: () => expect(answer()).toEqual({ events: [] }),
          refused: (code: string, kind: string) => expect(answer()).toEqual({ refused: code, kind }),
          /** told again after what it made has happened: nothing more happens */
          twice: () => {
            const once = answer();
            if (!('events' in once)) throw new Error('it was refused');
            expect(once.events).not.toHaveLength(0);
            expect(decide(command, fold(once.events, state), now)).toEqual([]);
          },
        };
      },
    }),
  };
}
