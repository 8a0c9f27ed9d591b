import { VaultOlder } from '../../backend/src/event-sourcing/watermark.js';
import { LEAST_FREE } from '../../backend/src/stores/data-directory.js';
import { checkNow } from './checks.js';
import { PutBackLog } from './put-back-log.js';
import { checkRestarts } from './restart-checks.js';
import { type Place, SimProcess } from './sim-process.js';
import type { VaultServer } from './sim-vault.js';
import { startIn } from './start-in.js';
import type { Crash, Restart, Trouble } from './trouble.js';
import type { VirtualTime } from './virtual-time.js';
import type { World } from './world.js';

/** ms between two steps */
const LOOK = 2_000;
/** steps between two checks of the invariants */
const CHECK_EVERY = 5;
/** ms after which every reader of the log has passed an event */
const SETTLED = 8_000;
/** ms after which something counts as hanging */
const LONGEST = 10 * 60_000;

/** Runs the world, strikes the planned crashes, and restarts killed processes. */
export class Supervisor {
  private readonly down = new Map<Place, number>();
  private readonly crashes: Crash[];
  private readonly random;
  private looks = 0;
  private copy: ReturnType<VaultServer['copy']> | undefined;

  constructor(
    private readonly world: World,
    private readonly time: VirtualTime,
    private readonly trouble: Trouble,
  ) {
    this.crashes = [...trouble.crashes];
    this.random = world.random.of('supervisor');
    if (trouble.restart) this.restartIn(trouble.restart);
  }

  /** In the middle of an append, or close to it. */
  private restartIn({ claims, what }: Restart): void {
    const { log, random } = this.world;
    const { onEvent } = log;
    let left = claims;
    log.onEvent = (event) => {
      onEvent(event);
      if (event.type !== 'CheckoutStarted') return;
      left -= 1;
      const working = this.world.processes.filter(({ isOver, worksSince }) => !isOver && worksSince !== null);
      if (left !== 0 || working.length === 0) return;
      const one = random.of('restart').pick(working);
      this.world.note(`${one.name} is ${what === 'kill' ? 'killed' : 'stopped'} in the drop`);
      if (what === 'kill') one.kill();
      else void one.stop();
    };
  }

  async startAll(): Promise<void> {
    this.world.isOneProcess = this.trouble.places.length === 1;
    for (const place of this.trouble.places) await this.world.start(place);
  }

  stopAll(): void {
    for (const one of this.world.processes) one.kill();
  }

  /** Runs until `people` settles, and until at least `until` ms of virtual time. */
  async during(people: Promise<void>, until: number): Promise<void> {
    let isDone = false;
    people.then(
      () => {
        isDone = true;
      },
      (error: unknown) => this.world.find(`the simulation itself: ${String(error)}`),
    );
    const longest = this.time.lived + LONGEST;
    while (!isDone || this.time.lived < until) {
      if (this.time.lived > longest) return this.world.find('the people’s actions do not end');
      const next = Math.min(LOOK, Math.max(1, (this.crashes[0]?.at ?? Number.POSITIVE_INFINITY) - this.time.lived));
      await this.time.pass(next);
      await this.look();
    }
  }

  private async look(): Promise<void> {
    const { lived } = this.time;
    while ((this.crashes[0]?.at ?? Number.POSITIVE_INFINITY) <= lived) await this.deal(this.crashes.shift());
    for (const place of this.trouble.places) {
      if (this.world.isUp(place.name)) continue;
      const at = this.down.get(place) ?? lived + this.random.whole(500, 6_000);
      this.down.set(place, at);
      if (at > lived) continue;
      // A start checks the disk's room first.
      if (this.world.free < LEAST_FREE) continue;
      this.down.delete(place);
      this.world.note(`${place.name} starts again`);
      await startIn(this.world, this.time, place);
    }
    this.looks += 1;
    checkRestarts(this.world);
    if (this.looks % CHECK_EVERY === 0) await checkNow(this.world);
  }

  private async deal(crash: Crash | undefined): Promise<void> {
    const alive = this.world.processes.filter((one) => !one.isOver);
    if (crash?.what === 'kill' && alive.length > 0) {
      const victim = this.random.pick(alive);
      victim.kill();
      this.world.note(`${victim.name} is killed`);
    }
    if (crash?.what === 'log crash') {
      this.world.log.crash();
      this.world.note('the log loses its power');
    }
    if (crash?.what === 'cut') this.cutStream();
    if (crash?.what === 'uncut') this.uncutStream();
    if (crash?.what === 'vault copy') this.copy = this.world.vault.copy();
    if (crash?.what === 'older vault' && this.copy) await this.startOnOlder(this.copy);
    if (crash?.what === 'older log') await new PutBackLog(this.world, this.time).play(this.trouble.places);
  }

  /** Hides a stream in part or whole; processes that cached it read it again. */
  private cutStream(): void {
    const { log, random } = this.world;
    const ends = new Map(log.after(0).map(({ stream, revision, metadata }) => [stream, { revision, metadata }]));
    const isOld = ({ recordedAt }: { recordedAt: number }) => recordedAt < Date.now() - SETTLED;
    const settled = [...ends].filter(([stream, end]) => stream.startsWith('order-') && isOld(end.metadata));
    if (settled.length === 0) return;
    const [stream, { revision }] = random.of('cut what').pick(settled);
    const isWhole = revision === 0 || random.of('cut how').chance(0.5);
    if (isWhole) log.cut(stream);
    else log.cut(stream, random.of('cut where').whole(1, revision));
    this.world.cut = { stream, from: this.time.lived, to: Number.POSITIVE_INFINITY };
    this.stopAll();
    this.world.note(`${stream} is ${isWhole ? 'deleted' : 'cut'} in the store`);
  }

  private uncutStream(): void {
    const { cut, log } = this.world;
    if (!cut) return;
    log.cut(cut.stream, 0);
    cut.to = this.time.lived;
    this.stopAll();
    this.world.note(`${cut.stream} is whole again`);
  }

  /** Restores a vault without a mark of the log, on which no start may succeed; then the newer one. */
  private async startOnOlder(copy: ReturnType<VaultServer['copy']>): Promise<void> {
    const { log, vault, processes } = this.world;
    const marks = log.after(0).filter(({ type }) => type === 'VaultMarked');
    const newest = marks.at(-1)?.data.mark;
    const [place] = this.trouble.places;
    if (!place || newest === undefined || copy.has(`mark/${String(newest)}`)) return;
    for (const one of processes) one.kill();
    this.world.note('the vault is restored from an earlier state');
    const newer = vault.copy();
    vault.restore(copy);
    const began = await startIn(this.world, this.time, place).catch((error: unknown) => error);
    if (began !== undefined && !(began instanceof VaultOlder))
      this.world.find(`${place.name} starts on a vault that is older than the log`);
    if (began instanceof SimProcess) began.kill();
    vault.restore(newer);
  }
}
