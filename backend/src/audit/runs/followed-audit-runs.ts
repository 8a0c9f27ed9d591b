import type { CommandMetadata } from '../../event-sourcing/decider.js';
import type { ThreadPort } from '../../stores/thread-port.js';
import { AuditRuns, type RunStanding, type WantedRun } from './audit-runs.js';

const [START, STANDING] = ['audit-runs.start', 'audit-runs.standing'];

export function serveAuditRuns(runs: Pick<AuditRuns, 'start' | 'standing'>, port: ThreadPort): void {
  port.serve(START, async (wanted: WantedRun, metadata: CommandMetadata) => {
    let position = 0;
    const settled = (at: number) => {
      position = at;
    };
    return { ...(await runs.start(wanted, { ...metadata, settled })), position };
  });
  port.serve(STANDING, () => runs.standing());
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
    const { runId, position } = await this.port.call<{ runId: string; position: number }>(START, wanted, metadata);
    settled?.(position);
    return { runId };
  }

  override standing(): Promise<RunStanding | null> {
    return this.port.call(STANDING);
  }
}
