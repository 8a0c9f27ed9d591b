const FIRST = 3_000;
/** ms between two fetches in browsers without requestIdleCallback (Safari) */
const PAUSE = 200;

type Load = () => Promise<unknown>;

export class IdleQueue {
  private readonly loads: Load[] = [];
  private isOn = false;
  private isRunning = false;

  constructor(private readonly whenIdle: () => Promise<void> = idle) {}

  add(load: Load): void {
    this.loads.push(load);
    if (this.isOn) void this.run();
  }

  async start(): Promise<void> {
    this.isOn = true;
    await this.run();
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    for (let load = this.loads.shift(); load; load = this.loads.shift()) {
      await this.whenIdle();
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

export const ahead = new IdleQueue();

export function fetchAhead(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const start = () => setTimeout(() => void ahead.start(), FIRST);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
