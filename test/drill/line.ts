import { setTimeout as wait } from 'node:timers/promises';
import type { Dice } from './dice.js';

export const SERVICES = ['log', 'models', 'vault', 'retailer', 'stripe', 'smtp'] as const;
export type Service = (typeof SERVICES)[number];

/** What a call meets on its way. */
export type Fate =
  | { kind: 'fine'; ms: number }
  /** it never gets there; the caller hears so after a while */
  | { kind: 'lost'; ms: number }
  /** done at once, and the answer hangs, as long as that */
  | { kind: 'hung'; ms: number }
  /** done, and the answer is lost */
  | { kind: 'unheard'; ms: number }
  /** the caller has given up when it is done */
  | { kind: 'late'; ms: number; later: () => Promise<unknown> };

/** Between the processes and a service, as the seed has it at this moment. */
export interface Weather {
  fate(service: Service, dice: Dice): Fate;
  /** whether nothing can have gone wrong with a service from then (ms lived) until now */
  isClear(service: Service, since: number): boolean;
  /** nothing goes wrong and nothing takes time: a start is one moment */
  isStill: boolean;
}

/** Of a process: what it has begun stays as it is when it is killed, and nothing comes back to it. */
export class Life {
  isOver = false;
}

/** Never settles, as whatever a dead process waits for. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => {});
}

/** The line between one process and one service. */
export class Line {
  constructor(
    private readonly weather: Weather,
    private readonly life: Life,
    private readonly service: Service,
    private readonly dice: Dice,
  ) {}

  /** Carries a call there and its answer back; `lost` makes what the caller hears when there is none. */
  async carry<T>(work: () => Promise<T>, lost: () => Error): Promise<T> {
    if (this.life.isOver) return never();
    const fate: Fate = this.weather.isStill ? { kind: 'fine', ms: 0 } : this.weather.fate(this.service, this.dice);
    if (fate.kind === 'fine' && fate.ms > 0) await wait(fate.ms);
    const isHeard = fate.kind === 'fine' || fate.kind === 'hung';
    const isDone = isHeard || fate.kind === 'unheard';
    const answer = isDone ? await settled(work) : undefined;
    if (fate.kind === 'late') void fate.later().then(() => settled(work));
    if (fate.kind !== 'fine') await wait(fate.ms);
    if (this.life.isOver) return never();
    if (!isHeard || !answer) throw lost();
    return answer();
  }
}

/** Gives back a function that answers as the work did. */
async function settled<T>(work: () => Promise<T>): Promise<() => T> {
  try {
    const value = await work();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
