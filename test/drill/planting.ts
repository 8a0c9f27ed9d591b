import type { Command, Decider, DomainEvent } from '../../backend/src/platform/decider.js';
import type { WorldParts } from './world.js';

/** A bug as somebody might write it tomorrow, exchanged for the right code while a drill runs. */
export interface Planted {
  name: string;
  /** a seed that found it lately, which is tried first */
  lately?: number;
  /** Puts it in; the returned function takes it out. */
  plant?: () => () => void;
  parts?: () => WorldParts;
}
type Undo = () => void;
type Method = (this: object, ...asked: never[]) => unknown;

export function exchange(target: object, name: string, by: (right: Method) => Method): Undo {
  const right = Reflect.get(target, name) as Method;
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
