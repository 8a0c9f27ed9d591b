import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { Sessions } from './auth/sessions.js';
import { Commands } from './commands.js';
import { Discovered } from './discovered.js';
import { DueWork } from './due/due-work.js';
import { BrowserKeys } from './encryption/browser-keys.js';
import { PersonalData } from './personal-data.js';
import { CLOCK, CONFIG, EVENT_LOG, LOGGER, type Platform, Startup, VAULT } from './platform.js';
import { Projector } from './projections/projector.js';
import { Latest } from './read-models/latest.js';
import { Reads } from './read-models/reads.js';
import { Secrets } from './secrets.js';
import { Streams } from './streams.js';
import { Sealer } from './vault/sealer.js';
import { VaultSweep } from './vault/sweep.js';

/** Hands what was opened before Nest to everyone in it. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest's modules are classes
export class PlatformModule {
  static of(platform: Platform): DynamicModule {
    const { streams, models } = platform;
    const providers = [
      { provide: CONFIG, useValue: platform.config },
      { provide: CLOCK, useValue: platform.clock },
      { provide: EVENT_LOG, useValue: platform.log },
      { provide: VAULT, useValue: platform.vault },
      { provide: LOGGER, useValue: platform.logger },
      { provide: Sealer, useValue: platform.sealer },
      { provide: Secrets, useValue: platform.secrets },
      { provide: Streams, useValue: streams },
      { provide: Projector, useValue: platform.projector },
      { provide: DueWork, useValue: platform.dueWork },
      { provide: Sessions, useValue: platform.sessions },
      { provide: Startup, useValue: platform.startup },
      { provide: Reads, useValue: new Reads(models) },
      { provide: Latest, useValue: new Latest(platform) },
      { provide: BrowserKeys, useValue: new BrowserKeys(platform.vault, platform.clock) },
      Discovered,
      PersonalData,
      VaultSweep,
      { provide: Commands, useFactory: (bus: CommandBus) => new Commands(bus, streams), inject: [CommandBus] },
    ];
    const imports = [CqrsModule.forRoot(), DiscoveryModule];
    return { module: PlatformModule, global: true, imports, providers, exports: providers };
  }
}
