import { Module } from '@nestjs/common';
import { commandHandlers } from '../../platform/commands.js';
import { auditRuns } from './audit-run.js';
import { AuditRuns } from './audit-runs.js';
import { NearReleases } from './near-releases.js';
import { ReleasesHinder } from './releases-hinder.js';
import { RunLength } from './run-length.js';
import { RunsController } from './runs.controller.js';
import { VerifyLog } from './verify-log.js';

/** Runs of any kind; whoever provides an `@AuditRunners()` adds one. */
@Module({
  controllers: [RunsController],
  providers: [...commandHandlers(auditRuns), AuditRuns, NearReleases, ReleasesHinder, RunLength, VerifyLog],
  exports: [AuditRuns],
})
export class RunsModule {}
