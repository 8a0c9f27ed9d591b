import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { EventBrowserModule } from './events/event-browser.module.js';
import { EventsController } from './events.controller.js';
import { ReconcileModule } from './reconcile/reconcile.module.js';
import { RunsModule } from './runs/runs.module.js';
import { SealsModule } from './seals/seals.module.js';
import { TimeTravelModule } from './time-travel/time-travel.module.js';

@Module({
  imports: [AccountsModule, RunsModule, ReconcileModule, EventBrowserModule, TimeTravelModule, SealsModule],
  controllers: [EventsController],
})
export class AuditModule {}
