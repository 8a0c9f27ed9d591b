import { Module } from '@nestjs/common';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/platform.js';
import { BrowserController } from './browser.controller.js';
import { CardVault } from './card-vault.js';
import { CheckoutDataReader } from './checkout-data.js';
import { CodeDesk } from './code-desk.js';
import { ForgetSecrets } from './forget-secrets.worker.js';
import { GuestProfiles } from './guest-profiles.js';
import { NamedRecords } from './named-records.js';
import { Places } from './places.js';
import { ProfileDesk } from './profile-desk.js';
import { ProfileErasure } from './profile-erasure.js';
import { ProfileWrites } from './profile-writes.js';
import { ProfilesController } from './profiles.controller.js';
import { SavedProfiles } from './saved-profiles.js';

@Module({
  controllers: [ProfilesController, BrowserController],
  providers: [
    CardVault,
    CheckoutDataReader,
    CodeDesk,
    ForgetSecrets,
    GuestProfiles,
    NamedRecords,
    ProfileDesk,
    ProfileErasure,
    ProfileWrites,
    SavedProfiles,
    { provide: Places, useFactory: ({ placesUrl }: Config) => new Places(placesUrl ?? undefined), inject: [CONFIG] },
  ],
  exports: [CardVault, CheckoutDataReader, CodeDesk, ForgetSecrets, GuestProfiles],
})
export class ProfilesModule {}
