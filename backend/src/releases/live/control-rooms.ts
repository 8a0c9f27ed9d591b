import { Injectable } from '@nestjs/common';
import type { ControlRoom } from '@supreme-access/contract/shapes/releases.js';
import { SLOT_STATES, type SlotState } from '@supreme-access/contract/statuses.js';
import { product } from '../../catalogue/products/product.js';
import { InjectClock } from '../../config/tokens.js';
import { Commands } from '../../event-sourcing/commands.js';
import { noSuch } from '../../event-sourcing/decider.js';
import type { OrderState } from '../../orders/order.js';
import { statusOf } from '../../orders/order-status.js';
import { Tallies } from './tallies.js';
import { type Entry, Tally } from './tally.js';

/** slots; more are shown as bars */
const CELLS_MAX = 400;
const POINTS = 100;
/** ms */
const WITHIN = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, null] as const;

/** Figures for the minute of a drop. A room costs nothing while nobody asks for it. */
@Injectable()
export class ControlRooms {
  constructor(
    private readonly commands: Commands,
    private readonly tallies: Tallies,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** @throws Refused 'not-found' */
  async of(productId: string): Promise<ControlRoom> {
    const state = await this.commands.state(product, productId);
    if (!state.facts) throw noSuch('product');
    // Before the release every held slot is only reserved.
    const isStarted = state.startedAt !== null;
    const tally = isStarted ? await this.tallies.of(productId) : new Tally(productId, state, new Map());
    const asOf = new Date(this.clock()).toISOString();
    return { productId, asOf, ...roomOf(tally.entries, state.facts.totalStock) };
  }
}

export function roomOf(entries: readonly Entry[], stock: number): Omit<ControlRoom, 'productId' | 'asOf'> {
  const cells = entries.map(({ slot, life }) => ({ slot: slot.slotNumber, state: slotStateOf(life) }));
  return {
    stock,
    counts: SLOT_STATES.map((state) => ({ state, count: cells.filter((cell) => cell.state === state).length })),
    cells: Math.max(stock, cells.length) > CELLS_MAX ? null : cells.sort((a, b) => a.slot - b.slot),
    steps: stepsOf(entries.map(({ slot }) => slot.reservedAt)),
    answers: answersOf(entries),
  };
}

function slotStateOf(life: OrderState): SlotState {
  if (life.charged) return statusOf(life) === 'refunded' ? 'refunded' : 'charged';
  if (life.bought) return 'bought';
  if (life.closed || life.withdrawn) return 'not-bought';
  return life.attempts > 0 ? 'attempting' : 'reserved';
}

function stepsOf(reservedAt: readonly number[]): ControlRoom['steps'] {
  const times = [...reservedAt].sort((a, b) => a - b);
  const every = Math.ceil(times.length / POINTS);
  return times.flatMap((at, index) => {
    const held = index + 1;
    return held % every === 0 || held === 1 || held === times.length ? [{ at: new Date(at).toISOString(), held }] : [];
  });
}

function answersOf(entries: readonly Entry[]): ControlRoom['answers'] {
  const answered = entries.filter(({ times }) => times.answeredIn !== null);
  return WITHIN.map((within, place) => {
    const above = WITHIN[place - 1] ?? -1;
    const here = answered.filter(
      ({ times: { answeredIn } }) =>
        (answeredIn ?? 0) > above && (answeredIn ?? 0) <= (within ?? Number.POSITIVE_INFINITY),
    );
    const bought = here.filter(({ life }) => life.bought !== null).length;
    return { within, bought, refused: here.length - bought };
  });
}
