import type { Projector } from '../projections/projector.js';

/** ms in which an operator can still look at its readiness */
const HALTED_FOR = 60_000;
const LOOK_AGAIN = 1_000;

/** A process that only folds and no longer can is of no use: it goes, so that its supervisor sees, and starts it anew. */
export function exitWhenHalted(projector: Pick<Projector, 'isHalted'>, exit: () => void): void {
  let since: number | null = null;
  setInterval(() => {
    since = projector.isHalted() ? (since ?? Date.now()) : null;
    if (since !== null && Date.now() - since >= HALTED_FOR) exit();
  }, LOOK_AGAIN).unref();
}
