import type { Discovered } from '../../event-sourcing/discovered.js';
import { HealthChecks } from '../../event-sourcing/health-checks.js';
import type { Streams } from '../../event-sourcing/streams.js';
import type { ThreadPort } from '../../stores/thread-port.js';
import { withTimeout } from '../../stores/with-timeout.js';
import type { StoreHealth, StoresSay } from './store-health.js';

const ASK = 'stores.ask';
/** ms */
const ANSWERS_WITHIN = 3_000;

export function serveStoreHealth(health: StoreHealth, streams: Streams, checks: Discovered, port: ThreadPort): void {
  port.serve(ASK, async (): Promise<StoresSay> => {
    const said = await health.ask();
    const healthChecks = checks.of(HealthChecks).map((check) => check.condition());
    return { ...said, silent: said.silent ?? streams.inDoubt(), healthChecks };
  });
}

/** The stores as both threads find them. */
export class BothStoreHealth implements Pick<StoreHealth, 'ask'> {
  constructor(
    private readonly ours: Pick<StoreHealth, 'ask'>,
    private readonly port: Pick<ThreadPort, 'call'>,
  ) {}

  async ask(): Promise<StoresSay> {
    const [ours, theirs] = await Promise.all([this.ours.ask(), this.theirs()]);
    return {
      head: ours.head,
      silent: ours.silent ?? theirs.silent,
      deaf: ours.deaf ?? theirs.deaf,
      full: ours.full ?? theirs.full,
      replaced: ours.replaced ?? theirs.replaced,
      lacking: [...new Set([...ours.lacking, ...theirs.lacking])],
      healthChecks: theirs.healthChecks,
    };
  }

  private async theirs(): Promise<StoresSay> {
    const late = 'the thread that follows the event log does not answer';
    return await withTimeout(ANSWERS_WITHIN, this.port.call<StoresSay>(ASK), () => new Error(late)).catch(() => ({
      ...{ head: null, silent: late, deaf: null, full: null, replaced: null },
      ...{ lacking: [], healthChecks: [] },
    }));
  }
}
