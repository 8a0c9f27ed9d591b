import { Module } from '@nestjs/common';
import { ExportController } from '../export/export.controller.js';
import { NamedStreams } from '../named-streams.js';
import { ReplayLog } from '../runs/replay-log.js';
import { RunsModule } from '../runs/runs.module.js';
import { HealingController } from './healing.controller.js';
import { Healing } from './healing.js';
import { NightlyReconciliation } from './nightly.js';
import { Reconcile } from './reconcile.js';

/** The runs that need the whole product, its orders and its partners; and the log as a file. */
@Module({
  imports: [RunsModule],
  controllers: [ExportController, HealingController],
  providers: [Healing, NamedStreams, NightlyReconciliation, Reconcile, ReplayLog],
})
export class ReconcileModule {}
