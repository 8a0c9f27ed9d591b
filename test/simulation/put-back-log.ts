import { INSTALLATION } from '../../backend/src/event-sourcing/installation.js';
import { LEAST_FREE } from '../../backend/src/stores/data-directory.js';
import type { Position } from '../../backend/src/stores/event-log/event-log.js';
import type { Place, SimProcess } from './sim-process.js';
import { startIn } from './start-in.js';
import type { VirtualTime } from './virtual-time.js';
import type { World } from './world.js';

/** events that the restored log lacks */
const LOST = 5;
/** ms to read the read models' checkpoint */
const STORED_WITHIN = 1_000;
/** ms within which every process has to notice */
const NOTICED_WITHIN = 15_000;

/** Restores an older log under running processes, which no process may accept; then the newer one. */
export class PutBackLog {
  constructor(
    private readonly world: World,
    private readonly time: VirtualTime,
  ) {}

  async play(places: readonly Place[]): Promise<void> {
    const { log, faultPlan, processes } = this.world;
    const working = processes.filter(({ isOver, isReady }) => !isOver && isReady);
    const first = places.find(({ role }) => role === 'all' || role === 'projector');
    const stored = await this.storedBy(working);
    const events = log.after(0);
    // A start would have to write, which the restored log forbids.
    const isBegun = !events.slice(-LOST).some(({ stream }) => stream === INSTALLATION);
    if (events.length <= LOST || !isBegun || !first) return;
    this.world.note('the log is restored from an earlier state');
    const putBack = log.putBack(LOST);
    // A process that is behind has seen no lost event, and a start cannot find events that no store kept.
    const running = working.filter(({ platform }) => platform.watch.position > log.head);
    const isKept = stored > log.head;
    faultPlan.isStill = true;
    try {
      for (const { platform } of running) void platform.watch.compare();
      await this.time.pass(NOTICED_WITHIN);
      for (const one of running) this.checkNoticed(one);
      for (const one of processes) one.kill();
      // A start checks the disk's room first.
      if (isKept && this.world.free >= LEAST_FREE) await this.startOn(first);
    } finally {
      faultPlan.isStill = false;
      putBack();
    }
  }

  /** The position that the answering processes' read models have on disk. */
  private async storedBy(working: readonly SimProcess[]): Promise<Position> {
    let furthest = 0;
    const positions = working.map(async ({ platform }) => {
      furthest = Math.max(furthest, await platform.projector.stored());
    });
    let isOver = false;
    void Promise.allSettled(positions).then(() => {
      isOver = true;
    });
    await this.time.pass(STORED_WITHIN, () => isOver);
    return furthest;
  }

  private checkNoticed({ name, isOver, platform }: SimProcess): void {
    if (!isOver && platform.watch.replaced === null)
      this.world.find(`${name} does not notice that the log was restored`);
  }

  private async startOn(place: Place): Promise<void> {
    const started = await startIn(this.world, this.time, place).catch((error: unknown) => {
      this.world.note(`${place.name} did not start: ${String(error)}`);
      return undefined;
    });
    // A start that is not over in time does no work.
    const { startup, config } = started?.platform ?? {};
    if (startup && (!startup.olderLog || config?.work)) this.world.find(`${place.name} works on a log that is older`);
    started?.kill();
  }
}
