import { Module } from '@nestjs/common';
import { commandHandlers } from '../platform/commands.js';
import { LiveEvents } from '../platform/log/live-events.js';
import { OneTimeCodes } from './one-time-codes.js';
import { secondFactor } from './second-factor.js';
import { session } from './session.js';
import { SessionBook } from './session-book.js';
import { staff } from './staff.js';

@Module({
  providers: [...commandHandlers(session, staff, secondFactor), OneTimeCodes, SessionBook],
  exports: [OneTimeCodes, SessionBook],
})
export class AccessModule {
  constructor(live: LiveEvents, book: SessionBook) {
    live.onEvent((event) => book.heard(event));
  }
}
