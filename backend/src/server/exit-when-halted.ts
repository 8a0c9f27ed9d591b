import type { Projector } from '../projections/projector.js';

/** ms; operators can inspect readiness meanwhile */
const HALTED_FOR = 60_000;
const LOOK_AGAIN = 1_000;

/** Ends a projector that has halted, so that its supervisor restarts it. */
export function exitWhenHalted(projector: Pick<Projector, 'isHalted'>, exit: () => void): void {
  let since: number | null = null;
  setInterval(() => {
    since = projector.isHalted() ? (since ?? Date.now()) : null;
    if (since !== null && Date.now() - since >= HALTED_FOR) exit();
  }, LOOK_AGAIN).unref();
}
