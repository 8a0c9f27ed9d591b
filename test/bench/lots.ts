import { range, seeded } from '../support/crowd.js';

export interface Rush {
  shoppers: number;
  /** ms in which they arrive */
  within: number;
  slots: number;
  lots: number;
  seed: number;
  /** us of processor time per decision */
  decision: number;
  /** ms of an append */
  append: number;
  /** share of the appends whose answer is lost, and of the takings that are done again */
  trouble: number;
  /** false: a taking that comes again counts again, which must be found */
  isOnce?: boolean;
}

export interface Outcome {
  sold: number;
  refused: number;
  /** the most slots ever sold or for sale at once */
  most: number;
  /** until the last answer */
  ms: number;
}

interface Lot {
  /** ms; the first `answered` of them are done */
  arrivals: number[];
  answered: number;
  slots: number;
  sold: number;
  taken: Set<number>;
}

/** as many commands as one append takes */
export const BATCH = 512;

/**
 * A drop whose slots are dealt over lots, in virtual time: each lot is a stream with a process of its own, sells no more than it has, and
 * takes what it lacks from another, whose stream gives it away first; the transfer's number makes a taking count once.
 */
export function rushOn(rush: Rush): Outcome {
  return new Selling(rush).run();
}

class Selling {
  private readonly random: () => number;
  private readonly lots: readonly Lot[];
  private readonly outcome: Outcome = { sold: 0, refused: 0, most: 0, ms: 0 };
  /** the next one is the last */
  private readonly todo: { at: number; run: () => void }[] = [];
  private transfers = 0;

  constructor(private readonly rush: Rush) {
    const { lots, slots, shoppers, within, seed } = rush;
    this.random = seeded(seed);
    this.lots = range(lots).map((index) => {
      return { arrivals: [], answered: 0, slots: Math.floor((slots + index) / lots), sold: 0, taken: new Set() };
    });
    for (const index of range(shoppers)) {
      this.lots[Math.floor(this.random() * lots)]?.arrivals.push((index * within) / shoppers);
    }
  }

  run(): Outcome {
    for (const lot of this.lots) this.at(0, () => this.sell(lot, 0));
    for (let next = this.todo.pop(); next; next = this.todo.pop()) {
      next.run();
      const there = this.sum(({ slots, sold }) => Math.max(slots, sold));
      this.outcome.most = Math.max(this.outcome.most, there);
    }
    return { ...this.outcome, sold: this.sum(({ sold }) => sold) };
  }

  private sell(lot: Lot, now: number): void {
    const next = lot.arrivals[lot.answered];
    if (next === undefined) return;
    if (next > now) {
      this.at(next, () => this.sell(lot, next));
      return;
    }
    const isOver = this.sum(({ sold }) => sold) >= this.rush.slots;
    const come = lot.arrivals.slice(lot.answered, lot.answered + BATCH).filter((arrival) => arrival <= now).length;
    const sells = Math.min(come, lot.slots - lot.sold);
    if (sells === 0 && !isOver) {
      this.take(lot, now);
      return;
    }
    const answered = isOver ? come : sells;
    lot.answered += answered;
    lot.sold += sells;
    this.outcome.refused += answered - sells;
    const done = now + (answered * this.rush.decision) / 1_000 + this.append();
    this.outcome.ms = Math.max(this.outcome.ms, done);
    this.at(done, () => this.sell(lot, done));
  }

  /** From whoever has most, half of it. Nobody may have any while it is on its way to another. */
  private take(lot: Lot, now: number): void {
    const giver = this.lots.reduce((most, one) => (one.slots - one.sold > most.slots - most.sold ? one : most));
    const amount = Math.ceil((giver.slots - giver.sold) / 2);
    giver.slots -= amount;
    this.transfers += 1;
    const id = this.transfers;
    const taken = now + this.append() + this.append();
    const add = () => {
      if (!(lot.taken.has(id) && (this.rush.isOnce ?? true))) lot.slots += amount;
      lot.taken.add(id);
    };
    this.at(taken, () => {
      add();
      this.sell(lot, taken);
    });
    if (this.random() < this.rush.trouble) this.at(taken + this.append(), add);
  }

  private append(): number {
    const { append, trouble } = this.rush;
    return append * (1 + this.random()) * (this.random() < trouble ? 2 : 1);
  }

  private at(time: number, run: () => void): void {
    const behind = this.todo.findIndex((other) => other.at <= time);
    this.todo.splice(behind === -1 ? this.todo.length : behind, 0, { at: time, run });
  }

  private sum(of: (lot: Lot) => number): number {
    return this.lots.reduce((all, lot) => all + of(lot), 0);
  }
}
