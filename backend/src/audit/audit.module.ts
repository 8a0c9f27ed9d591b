import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { EventsController } from './events.controller.js';
import { MasterKeyController } from './master-key.controller.js';
import { RunsModule } from './runs/runs.module.js';

@Module({
  imports: [AccountsModule, RunsModule],
  controllers: [EventsController, MasterKeyController],
})
export class AuditModule {}
