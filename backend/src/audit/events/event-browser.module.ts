import { Module } from '@nestjs/common';
import { NamedStreams } from '../named-streams.js';
import { EventBrowserController } from './event-browser.controller.js';
import { EventPages } from './event-pages.js';
import { EventSearches } from './event-search.js';
import { EventTail } from './event-tail.js';

@Module({
  controllers: [EventBrowserController],
  providers: [EventSearches, EventTail, EventPages, NamedStreams],
})
export class EventBrowserModule {}
