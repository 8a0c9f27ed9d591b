import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../answers.js';
import { type Fault, type Faults, type Operation, uniform } from '../faults.js';

export interface DoorContext {
  faults: Faults;
  seed: string;
  /** ms */
  latency: { min: number; max: number };
  slowMs: number;
  stop: AbortSignal;
}
export interface ShopFacts {
  origin: string;
  /** the shop's profile at Stripe */
  seller: string;
}
export interface DoorRequest {
  method: string;
  /** within the door, without a query */
  path: string;
  /** names in lower case */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}
/** A request that a door understood; `about` is what faults are struck by. */
export interface Call {
  on: Operation;
  about: string;
  act: (fault: Fault | undefined) => Promise<Answer>;
}
/** A front door of the shop: one protocol, over the till that all share. It answers at once what reaches no till. */
export interface Door {
  call(request: DoorRequest): Promise<Call | Answer>;
}

/** Does a call with the fault that strikes it; undefined: the connection breaks. `hold` ends when the caller is gone. */
export async function carryOut(
  { faults, seed, latency, slowMs, stop }: DoorContext,
  { on, about, act }: Call,
  hold: () => Promise<void>,
): Promise<Answer | undefined> {
  const fault = faults.strike(on, about);
  const delay = latency.min + uniform(seed, 'latency', on, about) * (latency.max - latency.min);
  const wait = Math.round(fault === 'slow' ? delay + slowMs : delay);
  if (wait > 0) await sleep(wait, undefined, { signal: stop });
  switch (fault) {
    case 'error500':
      return { status: 500, body: { error: 'internal', message: 'forced' } };
    case 'error429':
      return { status: 429, headers: { 'retry-after': '1' }, body: { error: 'busy', message: 'forced' } };
    case 'droppedConnection':
      return undefined;
    case 'timeoutAfterAccepting':
      await act(fault);
      await hold();
      return undefined;
    case 'cancelLies':
      if (on !== 'submit') return act(fault);
      // It goes on while the caller already asks something else.
      act(fault).catch(() => undefined);
      return undefined;
    case 'lostAnswer':
    case 'tornComplete':
    case 'keysForgotten':
      await act(fault);
      return undefined;
    default:
      return act(fault);
  }
}
