import { Module } from '@nestjs/common';
import { AccountsModule } from '../customers/accounts/accounts.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { EraseOnRequestController } from './erase-on-request.controller.js';
import { ErasedKeys } from './erased-keys.js';
import { Erasure } from './erasure.worker.js';
import { PersonalDataController } from './personal-data.controller.js';
import { RestoredVault } from './restored-vault.js';

@Module({
  imports: [AccountsModule, OrdersModule],
  controllers: [EraseOnRequestController, PersonalDataController],
  providers: [ErasedKeys, Erasure, RestoredVault],
})
export class PrivacyModule {}
