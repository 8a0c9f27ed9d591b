import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { EventsController } from './events.controller.js';
import { MasterKeyController } from './master-key.controller.js';

@Module({ imports: [AccountsModule], controllers: [EventsController, MasterKeyController] })
export class AuditModule {}
