import { Module } from '@nestjs/common';
import { LiveEvents } from '../platform/log/live-events.js';
import { OneTimeCodes } from './one-time-codes.js';
import { SessionBook } from './session-book.js';

@Module({ providers: [OneTimeCodes, SessionBook], exports: [OneTimeCodes, SessionBook] })
export class AccessModule {
  constructor(live: LiveEvents, book: SessionBook) {
    live.onEvent((event) => book.heard(event));
  }
}
