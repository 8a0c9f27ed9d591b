import { Module } from '@nestjs/common';
import { Commands, commandHandlers } from '../../event-sourcing/commands.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { LiveEvents } from '../../projections/live-events.js';
import { OneTimeCodes } from './one-time-codes.js';
import { secondFactor } from './second-factor.js';
import { session } from './session.js';
import { SessionList } from './session-list.js';
import { STAFF, staff } from './staff.js';

@Module({
  providers: [...commandHandlers(session, staff, secondFactor), OneTimeCodes, SessionList],
  exports: [OneTimeCodes, SessionList],
})
export class AccessModule {
  constructor(live: LiveEvents, book: SessionList, repeats: RepeatedSecrets, commands: Commands) {
    repeats.onEnding(({ sid }, metadata) => commands.isDone(session, sid, metadata));
    repeats.onEnding((_, metadata) => commands.isDone(staff, STAFF, metadata));
    live.onEvent((event) => book.hear(event));
  }
}
