import { MessageChannel } from 'node:worker_threads';
import { metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import { Refused } from '../../event-sourcing/decider.js';
import { ThreadPort } from '../../stores/thread-port.js';
import { inRequest, RequestContext } from '../../telemetry/request-context.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { AuditRuns, type WantedRun } from './audit-runs.js';
import { FollowedAuditRuns, serveAuditRuns } from './followed-audit-runs.js';

const WANTED: WantedRun = {
  kind: 'replay',
  range: { from: null, to: null },
  askedBy: { kind: 'auditor', id: 'auditor-1' },
};
const CURRENT = { runId: 'run-1', phase: 'orders', done: 3, total: 8 };

describe('the audit runs that another thread carries out', () => {
  let [here, there]: ThreadPort[] = [];
  let refused: Refused | null;
  let runs: AuditRuns;
  beforeEach(() => {
    const { port1, port2 } = new MessageChannel();
    [here, there] = [new ThreadPort(port1, [Refused]), new ThreadPort(port2, [Refused])];
    refused = null;
    const start = async (_: WantedRun, { commandId, settled }: CommandMetadata) => {
      if (refused) throw refused;
      settled?.(12);
      return { runId: commandId };
    };
    serveAuditRuns({ start, current: async () => CURRENT }, there);
    const own = [] as unknown as ConstructorParameters<typeof AuditRuns>;
    runs = new FollowedAuditRuns(here, ...own);
  });
  afterEach(() => {
    here?.close();
    there?.close();
  });

  it('are started there, and the answer waits for what the start has written', async () => {
    const settled: number[] = [];
    const context = { ...metadata, settled: (position: number) => settled.push(position) } as CommandMetadata;
    expect(await runs.start(WANTED, context)).toEqual({ runId: metadata.commandId });
    expect(settled).toEqual([12]);
    expect(await runs.current()).toEqual(CURRENT);
  });

  it('are unavailable in time where that thread hangs', async () => {
    there?.serve('audit-runs.current', () => new Promise(() => undefined));
    await expect(runs.current()).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('are not started beyond the time of a request where that thread hangs', async () => {
    there?.serve('audit-runs.start', () => new Promise(() => undefined));
    const starting = inRequest(new RequestContext(50), () => runs.start(WANTED, metadata));
    await expect(starting).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('are refused as that thread refuses', async () => {
    refused = new Refused('run-in-progress', 'conflict', 'Another run is in progress.');
    await expect(runs.start(WANTED, metadata)).rejects.toMatchObject({ code: 'run-in-progress', kind: 'conflict' });
  });
});
