import { openCaseFiles, stateAt } from '../../backend/src/audit/case-files.js';
import { Checkouts } from '../../backend/src/releases/checkouts.js';
import { EVENT_SCHEMA } from '../../backend/src/server/event-schema.js';
import { isOnlyLookedAt } from './token-checks.js';
import type { World } from './world.js';

/** ms within which a single process settles all claims of its predecessor */
const SETTLED_WITHIN = 10_000;
/** ms between two checks, after that time */
const LOOKS = 4_000;
const NEEDED = ['log', 'models', 'vault', 'retailer'] as const;

/** No order stays claimed by an ended process while the retailer could be asked. */
export function checkRestarts({ isOneProcess, processes, faultPlan, disk, cut, log, age, find }: World): void {
  const [process] = processes.filter(({ isOver }) => !isOver);
  const since = process?.worksSince ?? null;
  if (!isOneProcess || !process || since === null || processes.length < 2) return;
  if (age < since + SETTLED_WITHIN || age > since + SETTLED_WITHIN + LOOKS) return;
  if (!NEEDED.every((service) => faultPlan.isClear(service, since))) return;
  if (disk !== null && disk.from <= age && since < disk.to) return;
  if (cut !== null && cut.from <= age && since < cut.to) return;
  const { by } = process.get(Checkouts);
  const { orders } = openCaseFiles(log.after(0), EVENT_SCHEMA);
  for (const [orderId, events] of orders) {
    const { checkout } = stateAt(events);
    if (checkout && checkout.by !== by && !isOnlyLookedAt(checkout))
      find(`${orderId}: claimed by ${checkout.by} long after that has ended`);
  }
}
