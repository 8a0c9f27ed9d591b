import { LEAST_FREE } from '../../backend/src/platform/data-directory.js';
import type { Position } from '../../backend/src/platform/log/event-log.js';
import { INSTALLATION } from '../../backend/src/platform/log/installation.js';
import type { Place, SimProcess } from './sim-process.js';
import { startIn } from './start-in.js';
import type { VirtualTime } from './virtual-time.js';
import type { World } from './world.js';

/** events that the log has lost as it was put back */
const LOST = 5;
/** ms in which it is asked how much the read models have stored */
const STORED_WITHIN = 1_000;
/** ms within which every process has to notice that */
const NOTICED_WITHIN = 15_000;

/** An operator puts the log back under running processes: nobody may go on with it. Then the newer one is put back. */
export class PutBackLog {
  constructor(
    private readonly world: World,
    private readonly time: VirtualTime,
  ) {}

  async play(places: readonly Place[]): Promise<void> {
    const { log, weather, processes } = this.world;
    const working = processes.filter(({ isOver, isReady }) => !isOver && isReady);
    const first = places.find(({ role }) => role === 'all' || role === 'projector');
    const stored = await this.storedBy(working);
    const events = log.after(0);
    // Nobody can write to it meanwhile, and a start would have to.
    const isBegun = !events.slice(-LOST).some(({ stream }) => stream === INSTALLATION);
    if (events.length <= LOST || !isBegun || !first) return;
    this.world.note('the log is put back as it was before');
    const putBack = log.putBack(LOST);
    // Who is behind has seen nothing of what is lost, and what nobody kept is found by no start.
    const running = working.filter(({ platform }) => platform.watch.position > log.head);
    const isKept = stored > log.head;
    weather.isStill = true;
    try {
      for (const { platform } of running) void platform.watch.compare();
      await this.time.pass(NOTICED_WITHIN);
      for (const one of running) this.checkNoticed(one);
      for (const one of processes) one.kill();
      // As a start does it, which looks for room before anything else.
      if (isKept && this.world.free >= LEAST_FREE) await this.startOn(first);
    } finally {
      weather.isStill = false;
      putBack();
    }
  }

  /** Up to where the read models have it on the disk, of who answers in time. */
  private async storedBy(working: readonly SimProcess[]): Promise<Position> {
    let furthest = 0;
    const asking = working.map(async ({ platform }) => {
      furthest = Math.max(furthest, await platform.projector.stored());
    });
    let isOver = false;
    void Promise.allSettled(asking).then(() => {
      isOver = true;
    });
    await this.time.pass(STORED_WITHIN, () => isOver);
    return furthest;
  }

  private checkNoticed({ name, isOver, platform }: SimProcess): void {
    if (!isOver && platform.watch.replaced === null)
      this.world.find(`${name} does not notice that the log was put back`);
  }

  private async startOn(place: Place): Promise<void> {
    const started = await startIn(this.world, this.time, place).catch((error: unknown) => {
      this.world.note(`${place.name} did not start: ${String(error)}`);
      return undefined;
    });
    // One that is not over in time works on nothing.
    const { startup, config } = started?.platform ?? {};
    if (startup && (!startup.olderLog || config?.work)) this.world.find(`${place.name} works on a log that is older`);
    started?.kill();
  }
}
