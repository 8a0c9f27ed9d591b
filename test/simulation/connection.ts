import { setTimeout as wait } from 'node:timers/promises';
import type { RandomSource } from './random-source.js';

export const SERVICES = ['log', 'models', 'vault', 'retailer', 'stripe', 'smtp'] as const;
export type Service = (typeof SERVICES)[number];

export type CallResult =
  | { kind: 'fine'; ms: number }
  | { kind: 'lost'; ms: number }
  | { kind: 'hung'; ms: number }
  | { kind: 'unanswered'; ms: number }
  | { kind: 'late'; ms: number; later: () => Promise<unknown> };

/** The fault plan between the processes and a service at this moment. */
export interface FaultPlan {
  result(service: Service, random: RandomSource): CallResult;
  /** whether nothing failed at a service from `since` (ms of virtual time) until now */
  isClear(service: Service, since: number): boolean;
  /** no faults and no delays: a start takes one moment */
  isStill: boolean;
}

/** After a kill the process's calls stay as they are and nothing returns to it. */
export class Life {
  isOver = false;
}

/** A killed process waits for it forever. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => {});
}

export class Connection {
  constructor(
    private readonly faultPlan: FaultPlan,
    private readonly life: Life,
    private readonly service: Service,
    private readonly random: RandomSource,
  ) {}

  /** Carries a call there and its answer back; `lost` makes the caller's error. */
  async carry<T>(work: () => Promise<T>, lost: () => Error): Promise<T> {
    if (this.life.isOver) return never();
    const result: CallResult = this.faultPlan.isStill
      ? { kind: 'fine', ms: 0 }
      : this.faultPlan.result(this.service, this.random);
    if (result.kind === 'fine' && result.ms > 0) await wait(result.ms);
    const isAnswered = result.kind === 'fine' || result.kind === 'hung';
    const isDone = isAnswered || result.kind === 'unanswered';
    const answer = isDone ? await settled(work) : undefined;
    if (result.kind === 'late') void result.later().then(() => settled(work));
    if (result.kind !== 'fine') await wait(result.ms);
    if (this.life.isOver) return never();
    if (!isAnswered || !answer) throw lost();
    return answer();
  }
}

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
