/** ms for which a page is left alone with what it shows first */
const FIRST = 3_000;
/** ms between two fetches where a browser does not say that it is idle (Safari) */
const PAUSE = 200;

type Load = () => Promise<unknown>;

/** Calls one after the other, each when the page has nothing else to do. */
export class IdleQueue {
  private readonly loads: Load[] = [];
  private isOn = false;
  private isRunning = false;

  constructor(private readonly whenIdle: () => Promise<void> = idle) {}

  add(load: Load): void {
    this.loads.push(load);
    if (this.isOn) void this.run();
  }

  /** From now on; before that, what is added waits. */
  async start(): Promise<void> {
    this.isOn = true;
    await this.run();
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    for (let load = this.loads.shift(); load; load = this.loads.shift()) {
      await this.whenIdle();
      // what does not come now comes when it is needed
      await load().catch(() => undefined);
    }
    this.isRunning = false;
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, PAUSE);
  });
}

/** What the parts of a page fetch ahead of being shown. */
export const ahead = new IdleQueue();

/** Fetches ahead once the page has shown what it shows first; nothing where somebody saves data. */
export function fetchAhead(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const start = () => setTimeout(() => void ahead.start(), FIRST);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
