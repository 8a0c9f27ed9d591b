import type { Command, Decider, DomainEvent } from '../../backend/src/event-sourcing/decider.js';
import type { WorldParts } from './world.js';

/** A plausible bug that replaces the right code while a simulation runs. */
export interface Planted {
  name: string;
  /** a recent seed that found it, tried first */
  lately?: number;
  /** The returned function removes it. */
  plant?: () => () => void;
  parts?: () => WorldParts;
}
type Undo = () => void;
type Method = (this: object, ...args: never[]) => unknown;

export function exchange(target: object, name: string, by: (right: Method) => Method): Undo {
  const right = Reflect.get(target, name) as Method;
  if (typeof right !== 'function') throw new Error(`there is no ${name} to plant a bug in`);
  Reflect.set(target, name, by(right));
  return () => Reflect.set(target, name, right);
}

export function decides<S, C extends Command, E extends DomainEvent>(
  decider: Decider<S, C, E>,
  wrongly: (command: C, state: S, now: number, decide: (command: C, state: S, now: number) => E[]) => E[],
): Undo {
  const { decide } = decider;
  return exchange(decider, 'decide', () => (command: C, state: S, now: number) => wrongly(command, state, now, decide));
}
