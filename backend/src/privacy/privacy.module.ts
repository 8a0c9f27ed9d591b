import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { commandHandlers } from '../platform/commands.js';
import { EraseOnRequestController } from './erase-on-request.controller.js';
import { ErasedKeys } from './erased-keys.js';
import { Erasure } from './erasure.worker.js';
import { loss } from './loss.js';
import { PersonalDataController } from './personal-data.controller.js';
import { RestoredVault } from './restored-vault.js';
import { SettleLosses } from './settle-loss.worker.js';

@Module({
  imports: [AccountsModule, OrdersModule],
  controllers: [EraseOnRequestController, PersonalDataController],
  providers: [...commandHandlers(loss), ErasedKeys, Erasure, RestoredVault, SettleLosses],
})
export class PrivacyModule {}
