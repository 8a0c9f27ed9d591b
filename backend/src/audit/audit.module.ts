import { Global, Module } from '@nestjs/common';
import { CLOCK, FOLLOWER, LOGGER } from '../config/tokens.js';
import { AccountsModule } from '../customers/accounts/accounts.module.js';
import { Commands, commandHandlers } from '../event-sourcing/commands.js';
import { Discovered } from '../event-sourcing/discovered.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ReceiptGiver } from '../orders/slot-events.js';
import type { ThreadPort } from '../stores/thread-port.js';
import { BundledMails } from './bundles/bundled-mails.js';
import { BundlesController } from './bundles/bundles.controller.js';
import { Bundles } from './bundles/bundles.js';
import { DropProofs } from './drops/drop-proofs.js';
import { DropRecords } from './drops/drop-records.js';
import { dropSummary } from './drops/drop-summary.js';
import { DropsController } from './drops/drops.controller.js';
import { SummariseDrops } from './drops/summarise-drop.worker.js';
import { EventBrowserController } from './events/event-browser.controller.js';
import { EventPages } from './events/event-pages.js';
import { EventSearches } from './events/event-search.js';
import { EventTail } from './events/event-tail.js';
import { EventsController } from './events.controller.js';
import { ExportController } from './export/export.controller.js';
import { NamedStreams } from './named-streams.js';
import { PromisesController } from './promises/promises.controller.js';
import { Promises } from './promises/promises.js';
import { HealingController } from './reconcile/healing.controller.js';
import { Healing } from './reconcile/healing.js';
import { LoggedAttempts } from './reconcile/logged-attempts.js';
import { NightlyReconciliation } from './reconcile/nightly.js';
import { Reconcile } from './reconcile/reconcile.js';
import { auditRuns } from './runs/audit-run.js';
import { AuditRuns } from './runs/audit-runs.js';
import { FollowedAuditRuns } from './runs/followed-audit-runs.js';
import { NearReleases, ReleaseBlocker } from './runs/near-releases.js';
import { ReplayLog } from './runs/replay-log.js';
import { RunsController } from './runs/runs.controller.js';
import { ProofsController } from './seals/proofs.controller.js';
import { Receipts } from './seals/receipts.js';
import { sealing } from './seals/seal.js';
import { SealClock, SealRun } from './seals/seal-clock.js';
import { SealKeys } from './seals/seal-keys.js';
import { SealsController } from './seals/seals.controller.js';
import { Seals } from './seals/seals.js';
import { Folds } from './time-travel/folds.js';
import { Moments } from './time-travel/moments.js';
import { ShownThen } from './time-travel/shown-then.js';
import { TimeTravelController } from './time-travel/time-travel.controller.js';
import { VerifyLog } from './verify.js';

@Global()
@Module({
  imports: [AccountsModule, OrdersModule],
  controllers: [
    EventsController,
    EventBrowserController,
    ExportController,
    TimeTravelController,
    RunsController,
    PromisesController,
    HealingController,
    SealsController,
    ProofsController,
    BundlesController,
    DropsController,
  ],
  providers: [
    ...commandHandlers(auditRuns),
    ...commandHandlers(sealing, dropSummary),
    ...[DropProofs, DropRecords, SummariseDrops],
    ...[NamedStreams, EventSearches, EventTail, EventPages, Folds, ShownThen, Moments],
    {
      provide: AuditRuns,
      useFactory: (follower: ThreadPort | null, ...own: ConstructorParameters<typeof AuditRuns>) =>
        follower ? new FollowedAuditRuns(follower, ...own) : new AuditRuns(...own),
      inject: [FOLLOWER, Commands, Discovered, NearReleases, CLOCK, LOGGER],
    },
    ...[NearReleases, ReleaseBlocker, VerifyLog, ReplayLog, Reconcile, SealRun],
    ...[
      Healing,
      LoggedAttempts,
      NightlyReconciliation,
      SealClock,
      SealKeys,
      Seals,
      Receipts,
      Promises,
      Bundles,
      BundledMails,
    ],
    { provide: ReceiptGiver, useExisting: Receipts },
  ],
  exports: [ReceiptGiver],
})
export class AuditModule {}
