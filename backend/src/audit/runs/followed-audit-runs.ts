import type { CommandMetadata } from '../../event-sourcing/decider.js';
import type { ThreadPort } from '../../stores/thread-port.js';
import { withTimeout } from '../../stores/with-timeout.js';
import { withinRequest } from '../../telemetry/request-context.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { AuditRuns, type CurrentRun, type WantedRun } from './audit-runs.js';

const ANSWERS_WITHIN = 3_000;
const late = () => new StoreUnavailable('the thread that carries out the runs does not answer');
const [START, CURRENT] = ['audit-runs.start', 'audit-runs.current'];

export function serveAuditRuns(runs: Pick<AuditRuns, 'start' | 'current'>, port: ThreadPort): void {
  port.serve(START, async (wanted: WantedRun, metadata: CommandMetadata) => {
    let position = 0;
    const settled = (at: number) => {
      position = at;
    };
    return { ...(await runs.start(wanted, { ...metadata, settled })), position };
  });
  port.serve(CURRENT, () => runs.current());
}

/** The thread that writes the read models also carries out the runs: they build copies beside them. */
export class FollowedAuditRuns extends AuditRuns {
  constructor(
    private readonly port: Pick<ThreadPort, 'call'>,
    ...own: ConstructorParameters<typeof AuditRuns>
  ) {
    super(...own);
  }

  override async start(wanted: WantedRun, { settled, ...metadata }: CommandMetadata): Promise<{ runId: string }> {
    const started = this.port.call<{ runId: string; position: number }>(START, wanted, metadata);
    const { runId, position } = await withinRequest(started, late);
    settled?.(position);
    return { runId };
  }

  override current(): Promise<CurrentRun | null> {
    return withTimeout(ANSWERS_WITHIN, this.port.call<CurrentRun | null>(CURRENT), late);
  }
}
