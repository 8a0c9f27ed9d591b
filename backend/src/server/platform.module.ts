import { type DynamicModule, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { SessionKeysFollow } from '../auth/session-keys-follow.js';
import { Sessions } from '../auth/sessions.js';
import { CLOCK, CONFIG, EVENT_LOG, FOLLOWER, LOGGER, SCHEMA, VAULT } from '../config/tokens.js';
import { Holders } from '../event-sourcing/claims.js';
import { Commands, commandHandlers } from '../event-sourcing/commands.js';
import { Discovered } from '../event-sourcing/discovered.js';
import { Startup } from '../event-sourcing/health-checks.js';
import { LogWatch } from '../event-sourcing/log-watch.js';
import { VaultMarks } from '../event-sourcing/marks.js';
import { PersonalData } from '../event-sourcing/personal-data.js';
import { RepeatedSecrets } from '../event-sourcing/repeated-secrets.js';
import { Sealer } from '../event-sourcing/sealer.js';
import { Streams } from '../event-sourcing/streams.js';
import { BrowserKeys } from '../http/encryption/browser-keys.js';
import { Limits } from '../http/limits/limits.js';
import { Breakers } from '../jobs/breakers.js';
import { followedJobReport } from '../jobs/followed-job-report.js';
import { JobReport } from '../jobs/job-report.js';
import { JobRunner } from '../jobs/job-runner.js';
import { Worker } from '../jobs/job-worker.js';
import { parkedWork } from '../jobs/parked-jobs.js';
import { Parking } from '../jobs/parking.js';
import { VaultSweep } from '../privacy/vault-sweep.js';
import { ConsistentReads } from '../projections/consistent-reads.js';
import { LiveEvents } from '../projections/live-events.js';
import { Projector } from '../projections/projector.js';
import { Reads } from '../projections/reads.js';
import { Comparison } from '../projections/rebuild.js';
import { Rebuilds, SHARED_REBUILDS } from '../projections/rebuilds.js';
import { StreamChecks } from '../projections/stream-checks.js';
import { ReadModelUpkeep } from '../projections/upkeep.js';
import { StorageRoom } from '../stores/storage-room.js';
import { StoreCalls } from '../stores/store-calls.js';
import { Resealing } from '../stores/vault/resealing.js';
import { Secrets } from '../stores/vault/secrets.js';
import { SecurityLog } from '../telemetry/security-log.js';
import { type Platform } from './platform.js';
import { BothStoreHealth } from './system/followed-store-health.js';
import { LogCondition } from './system/log-condition.js';
import { Operators } from './system/operators.js';
import { ProjectionStatuses } from './system/projection-statuses.js';
import { Readiness } from './system/readiness.js';
import { StoreHealth } from './system/store-health.js';
import { ThreadFigures } from './system/thread-figures.js';

@Injectable()
class Workers implements OnApplicationBootstrap {
  constructor(
    private readonly discovered: Discovered,
    private readonly jobRunner: JobRunner,
    private readonly parking: Parking,
    private readonly registry: SchedulerRegistry,
  ) {}

  onApplicationBootstrap(): void {
    this.jobRunner.registry = this.registry;
    this.jobRunner.park = (...parked) => this.parking.park(...parked);
    this.jobRunner.resumeDamaged = (when) => this.parking.resumeDamaged(when);
    for (const worker of this.discovered.of(Worker)) this.jobRunner.register(worker);
  }
}

@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest's modules are classes
export class PlatformModule {
  static of(platform: Platform): DynamicModule {
    const { streams, models, vault, security, projections, projector, logger } = platform;
    const { follower, clock, jobRunner } = platform;
    const rebuilds = new Rebuilds(platform, projections, clock, logger);
    follower?.forward(rebuilds, SHARED_REBUILDS);
    const ownReport = new JobReport(jobRunner, clock);
    const report = follower ? followedJobReport(ownReport, follower) : ownReport;
    platform.sealer.discardCopies = () => rebuilds.discard();
    const providers = [
      { provide: CONFIG, useValue: platform.config },
      { provide: CLOCK, useValue: platform.clock },
      { provide: EVENT_LOG, useValue: platform.log },
      { provide: SCHEMA, useValue: platform.schema },
      { provide: VAULT, useValue: platform.vault },
      { provide: LOGGER, useValue: platform.logger },
      { provide: Resealing, useValue: platform.resealing },
      { provide: SecurityLog, useValue: security },
      { provide: Sealer, useValue: platform.sealer },
      { provide: Secrets, useValue: platform.secrets },
      { provide: Limits, useValue: new Limits(platform.limits, platform.secrets.get('limits')) },
      { provide: Streams, useValue: streams },
      { provide: StorageRoom, useValue: platform.storage },
      { provide: StoreCalls, useValue: platform.calls },
      { provide: Projector, useValue: platform.projector },
      { provide: StreamChecks, useValue: platform.checks },
      { provide: Rebuilds, useValue: rebuilds },
      { provide: Comparison, useValue: new Comparison(platform) },
      { provide: ProjectionStatuses, useValue: new ProjectionStatuses(platform) },
      { provide: ReadModelUpkeep, useFactory: () => new ReadModelUpkeep(projector, rebuilds, models) },
      { provide: LiveEvents, useValue: platform.live },
      { provide: LogWatch, useValue: platform.watch },
      { provide: JobRunner, useValue: platform.jobRunner },
      { provide: Holders, useValue: platform.holders },
      { provide: JobReport, useValue: report },
      { provide: Breakers, useValue: platform.jobRunner.breakers },
      { provide: Sessions, useValue: platform.sessions },
      { provide: Startup, useValue: platform.startup },
      { provide: FOLLOWER, useValue: follower },
      { provide: Reads, useValue: new Reads(models, platform.projector) },
      { provide: ConsistentReads, useValue: new ConsistentReads(platform) },
      { provide: BrowserKeys, useValue: new BrowserKeys(platform.vault, platform.clock) },
      ...commandHandlers(parkedWork),
      Discovered,
      LogCondition,
      Operators,
      Parking,
      PersonalData,
      Readiness,
      RepeatedSecrets,
      SessionKeysFollow,
      {
        provide: StoreHealth,
        useFactory: () => {
          const ours = new StoreHealth(
            projector,
            platform.live,
            platform.calls,
            platform.storage,
            platform.watch,
            vault,
          );
          return follower ? new BothStoreHealth(ours, follower) : ours;
        },
      },
      ThreadFigures,
      VaultMarks,
      VaultSweep,
      Workers,
      {
        provide: Commands,
        useFactory: (bus: CommandBus) =>
          new Commands(bus, streams, (command, events) => security.tellOf(command, events)),
        inject: [CommandBus],
      },
    ];
    const imports = [CqrsModule.forRoot(), DiscoveryModule, ScheduleModule.forRoot()];
    return { module: PlatformModule, global: true, imports, providers, exports: providers };
  }
}
