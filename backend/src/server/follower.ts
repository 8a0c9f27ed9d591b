import 'reflect-metadata';
import { type MessagePort, workerData } from 'node:worker_threads';
import { NestFactory } from '@nestjs/core';
import { AuditRuns } from '../audit/runs/audit-runs.js';
import { serveAuditRuns } from '../audit/runs/followed-audit-runs.js';
import { worksHere } from '../config/config.js';
import { Discovered } from '../event-sourcing/discovered.js';
import { serveJobReport } from '../jobs/followed-job-report.js';
import { JobReport } from '../jobs/job-report.js';
import { announceFolding } from '../projections/announced-folding.js';
import { Rebuilds, SHARED_REBUILDS } from '../projections/rebuilds.js';
import type { ThreadPort } from '../stores/thread-port.js';
import { createLogger, NestLogger } from '../telemetry/logger.js';
import { AppModule } from './app.module.js';
import { tellLastWords } from './crash-handler.js';
import type { Partners } from './emulators.js';
import { openFollowed } from './followed-stores.js';
import { BEGIN, type FollowerStart, PROGRESS, STOP, threadPort, WORK } from './follower-thread.js';
import { openEngines, openPlatform } from './stores.js';
import { serveStoreHealth } from './system/followed-store-health.js';
import { StoreHealth } from './system/store-health.js';
import { serveFigures, ThreadFigures } from './system/thread-figures.js';

/** A process's second thread, beside the one that answers. It meets that one in log and stores alone. */
tellLastWords();
const port = threadPort(workerData as MessagePort);
let following: { work(): void; stop(graceMs: number): Promise<void> } | undefined;
port.serve(BEGIN, async (start: FollowerStart) => {
  following = await follow(start, port);
});
port.serve(WORK, () => following?.work());
port.serve(STOP, (graceMs: number) => following?.stop(graceMs));

async function follow(start: FollowerStart, answering: ThreadPort) {
  const masterKey = { ...start.config.masterKey, given: start.config.masterKey.given.map((key) => Buffer.from(key)) };
  const config = { ...start.config, masterKey, part: 'follows' } as const;
  const logger = createLogger(config.logLevel);
  const say = (text: string) => logger.warn(text);
  const engines = start.files
    ? await openFollowed(start.files, answering)
    : await openEngines(config, logger, say, () => undefined);
  const platform = await openPlatform(config, engines, logger, Date.now, undefined, start);
  const partners: Partners = { ...start.partners, settled: async () => undefined, close: async () => undefined };
  const app = await NestFactory.createApplicationContext(AppModule.of(platform, partners), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  serveJobReport(app.get(JobReport), answering);
  answering.serveAll(app.get(Rebuilds), SHARED_REBUILDS);
  serveAuditRuns(app.get(AuditRuns), answering);
  serveStoreHealth(app.get(StoreHealth), platform.streams, app.get(Discovered), answering);
  serveFigures(app.get(ThreadFigures), answering);
  await platform.live.start();
  await platform.projector.start();
  const silence = announceFolding(platform.projector, (progress) => answering.tell(PROGRESS, progress));
  return {
    work: () => {
      platform.startup.isOver = true;
      if (worksHere(platform.config)) platform.jobRunner.start();
    },
    stop: async (graceMs: number) => {
      platform.watch.stop();
      await platform.jobRunner.stop(graceMs);
      await app.close();
      await platform.live.stop();
      await platform.projector.stop();
      silence();
      await engines.close();
    },
  };
}
