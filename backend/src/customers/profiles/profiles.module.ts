import { Module } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/tokens.js';
import { commandHandlers } from '../../event-sourcing/commands.js';
import { AddressLookup } from './address-lookup.js';
import { BrowserController } from './browser.controller.js';
import { CardVault } from './card-vault.js';
import { CheckoutDataReader } from './checkout-data.js';
import { ForgetSecrets } from './forget-secrets.worker.js';
import { GuestProfiles } from './guest-profiles.js';
import { profile } from './profile.js';
import { ProfileErasure } from './profile-erasure.js';
import { ProfileWrites } from './profile-writes.js';
import { ProfilesController } from './profiles.controller.js';
import { Profiles } from './profiles.js';
import { NamedRecords } from './referenced-secrets.js';
import { SavedProfiles } from './saved-profiles.js';
import { SecurityCodes } from './security-codes.js';

@Module({
  controllers: [ProfilesController, BrowserController],
  providers: [
    ...commandHandlers(profile),
    CardVault,
    CheckoutDataReader,
    SecurityCodes,
    ForgetSecrets,
    GuestProfiles,
    NamedRecords,
    Profiles,
    ProfileErasure,
    ProfileWrites,
    SavedProfiles,
    {
      provide: AddressLookup,
      useFactory: ({ placesUrl }: Config) => new AddressLookup(placesUrl ?? undefined),
      inject: [CONFIG],
    },
  ],
  exports: [CardVault, CheckoutDataReader, SecurityCodes, ForgetSecrets, GuestProfiles, Profiles, SavedProfiles],
})
export class ProfilesModule {}
