import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { DueWork } from '../platform/due/due-work.js';
import { ErasedKeys } from './erased-keys.js';
import { Erasure } from './erasure.js';
import { PersonalDataController } from './personal-data.controller.js';
import { RestoredVault } from './restored-vault.js';

/** Export and erasure over all capabilities. */
@Module({
  imports: [AccountsModule],
  controllers: [PersonalDataController],
  providers: [ErasedKeys, Erasure, RestoredVault],
})
export class PrivacyModule implements OnModuleInit {
  constructor(
    private readonly dueWork: DueWork,
    private readonly erasure: Erasure,
  ) {}

  onModuleInit(): void {
    this.dueWork.register(this.erasure);
  }
}
