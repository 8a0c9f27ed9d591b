import { Module } from '@nestjs/common';
import { ReplayLog } from '../runs/replay-log.js';
import { RunsModule } from '../runs/runs.module.js';
import { HealingController } from './healing.controller.js';
import { Healing } from './healing.js';
import { NightlyReconciliation } from './nightly.js';
import { Reconcile } from './reconcile.js';

/** The runs that need the whole product: its orders, and its partners. */
@Module({
  imports: [RunsModule],
  controllers: [HealingController],
  providers: [Healing, NightlyReconciliation, Reconcile, ReplayLog],
})
export class ReconcileModule {}
