import { INSTALLATION } from '../../backend/src/platform/log/installation.js';
import type { Place, SimProcess } from './sim-process.js';
import type { VirtualTime } from './virtual-time.js';
import type { World } from './world.js';

/** events that the log has lost as it was put back */
const LOST = 5;
/** ms within which every process has to notice that, and in which a start is over */
const NOTICED_WITHIN = 15_000;

/** An operator puts the log back under running processes: nobody may go on with it. Then the newer one is put back. */
export class PutBackLog {
  constructor(
    private readonly world: World,
    private readonly time: VirtualTime,
  ) {}

  async play(places: readonly Place[]): Promise<void> {
    const { log, weather, processes } = this.world;
    const running = processes.filter(({ isOver, isReady }) => !isOver && isReady);
    const first = places.find(({ role }) => role === 'all' || role === 'projector');
    const events = log.after(0);
    // Nobody can write to it meanwhile, and a start would have to.
    const isBegun = !events.slice(-LOST).some(({ stream }) => stream === INSTALLATION);
    if (events.length <= LOST || !isBegun || !first) return;
    this.world.note('the log is put back as it was before');
    const putBack = log.putBack(LOST);
    weather.isStill = true;
    try {
      for (const { platform } of running) void platform.watch.compare();
      await this.time.pass(NOTICED_WITHIN);
      for (const one of running) this.checkNoticed(one);
      for (const one of processes) one.kill();
      await this.startOn(first);
    } finally {
      weather.isStill = false;
      putBack();
    }
  }

  private checkNoticed({ name, isOver, platform }: SimProcess): void {
    if (!isOver && platform.watch.replaced === null)
      this.world.find(`${name} does not notice that the log was put back`);
  }

  private async startOn(place: Place): Promise<void> {
    let started: SimProcess | undefined;
    let isOver = false;
    const starting = this.world.start(place).then(
      (one) => {
        started = one;
      },
      (error: unknown) => this.world.note(`${place.name} did not start: ${String(error)}`),
    );
    void starting.finally(() => {
      isOver = true;
    });
    await this.time.pass(NOTICED_WITHIN, () => isOver);
    const { olderLog } = started?.platform.startup ?? {};
    if (!olderLog || started?.platform.config.work) this.world.find(`${place.name} works on a log that is older`);
    started?.kill();
  }
}
