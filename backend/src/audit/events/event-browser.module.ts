import { Module } from '@nestjs/common';
import { EventBrowserController } from './event-browser.controller.js';
import { EventPages } from './event-pages.js';
import { EventSearches } from './event-search.js';
import { EventTail } from './event-tail.js';

@Module({
  controllers: [EventBrowserController],
  providers: [EventSearches, EventTail, EventPages],
})
export class EventBrowserModule {}
