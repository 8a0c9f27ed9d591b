import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ErasedKeys } from './erased-keys.js';
import { Erasure } from './erasure.worker.js';
import { PersonalDataController } from './personal-data.controller.js';
import { RestoredVault } from './restored-vault.js';

@Module({
  imports: [AccountsModule],
  controllers: [PersonalDataController],
  providers: [ErasedKeys, Erasure, RestoredVault],
})
export class PrivacyModule {}
