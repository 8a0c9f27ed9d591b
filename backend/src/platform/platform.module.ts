import { type DynamicModule, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { SessionKeysFollow } from './auth/session-keys-follow.js';
import { Sessions } from './auth/sessions.js';
import { Holders } from './claims.js';
import { Commands, commandHandlers } from './commands.js';
import { Discovered } from './discovered.js';
import { Breakers } from './due/breakers.js';
import { DueReport } from './due/due-report.js';
import { DueWork, Worker } from './due/due-work.js';
import { parkedWork } from './due/parked-work.js';
import { Parking } from './due/parking.js';
import { BrowserKeys } from './encryption/browser-keys.js';
import { Operators } from './http/operators.js';
import { Readiness } from './http/readiness.js';
import { StoreHealth } from './http/store-health.js';
import { Limits } from './limits/limits.js';
import { LiveEvents } from './log/live-events.js';
import { LogWatch } from './log/log-watch.js';
import { PersonalData } from './personal-data.js';
import { CLOCK, CONFIG, EVENT_LOG, LOGGER, type Platform, SCHEMA, Startup, VAULT } from './platform.js';
import { Comparison } from './projections/comparison.js';
import { Projector } from './projections/projector.js';
import { Rebuilds } from './projections/rebuilds.js';
import { StreamChecks } from './projections/stream-checks.js';
import { ReadModelUpkeep } from './projections/upkeep.js';
import { Latest } from './read-models/latest.js';
import { Reads } from './read-models/reads.js';
import { Secrets } from './secrets.js';
import { SecurityLog } from './security-log.js';
import { StorageRoom } from './storage-room.js';
import { StoreCalls } from './store-calls.js';
import { Streams } from './streams.js';
import { LogCondition } from './system/log-condition.js';
import { ProjectionStandings } from './system/projection-standings.js';
import { VaultMarks } from './vault/marks.js';
import { RepeatedSecrets } from './vault/repeated-secrets.js';
import { Resealing } from './vault/resealing.js';
import { Sealer } from './vault/sealer.js';
import { VaultSweep } from './vault/sweep.js';

/** Tells the due work of every worker, whichever capability it is of. */
@Injectable()
class Workers implements OnApplicationBootstrap {
  constructor(
    private readonly discovered: Discovered,
    private readonly dueWork: DueWork,
    private readonly parking: Parking,
    private readonly registry: SchedulerRegistry,
  ) {}

  onApplicationBootstrap(): void {
    this.dueWork.registry = this.registry;
    this.dueWork.park = (...parked) => this.parking.park(...parked);
    this.dueWork.resumeDamaged = (when) => this.parking.resumeDamaged(when);
    for (const worker of this.discovered.of(Worker)) this.dueWork.register(worker);
  }
}

/** Hands what was opened before Nest to everyone in it. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest's modules are classes
export class PlatformModule {
  static of(platform: Platform): DynamicModule {
    const { streams, models, security, projections, projector, logger } = platform;
    const rebuilds = new Rebuilds(platform, projections, platform.clock, logger);
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
      { provide: ProjectionStandings, useValue: new ProjectionStandings(platform) },
      { provide: ReadModelUpkeep, useFactory: () => new ReadModelUpkeep(projector, rebuilds, models) },
      { provide: LiveEvents, useValue: platform.live },
      { provide: LogWatch, useValue: platform.watch },
      { provide: DueWork, useValue: platform.dueWork },
      { provide: Holders, useValue: platform.holders },
      { provide: DueReport, useValue: new DueReport(platform.dueWork, platform.clock) },
      { provide: Breakers, useValue: platform.dueWork.breakers },
      { provide: Sessions, useValue: platform.sessions },
      { provide: Startup, useValue: platform.startup },
      { provide: Reads, useValue: new Reads(models, platform.projector) },
      { provide: Latest, useValue: new Latest(platform) },
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
      StoreHealth,
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
