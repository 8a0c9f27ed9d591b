import { Life } from './connection.js';
import type { Place, SimProcess } from './sim-process.js';
import type { VirtualTime } from './virtual-time.js';
import type { World } from './world.js';

/** ms after which a slow start is given up */
const STARTED_WITHIN = 15_000;

/** On a log that ends too early a start takes time. Undefined: it was not over in time and is killed. */
export async function startIn(world: World, time: VirtualTime, place: Place): Promise<SimProcess | undefined> {
  const life = new Life();
  const starting = world.start(place, life);
  if (!world.log.isShort) return starting;
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  starting.then(over, over);
  if (await time.pass(STARTED_WITHIN, () => isOver)) return starting;
  life.isOver = true;
  return undefined;
}
