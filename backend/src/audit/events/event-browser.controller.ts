import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EventAxis, EventPage, FoundEvents, ToldEvents } from '@supreme-access/contract/shapes/audit.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Needs } from '../../auth/guard.js';
import { Answers, AnswersStream, Refuses } from '../../http/answers.js';
import { openEventStream } from '../../http/sse.js';
import { NamedStreams } from '../named-streams.js';
import { EventFilterQuery, EventSearchQuery, readFilter, readSearch } from './event-filter.js';
import { EventPages } from './event-pages.js';
import { EventSearches } from './event-search.js';
import { EventTail } from './event-tail.js';

@ApiTags('audit')
@Controller('api/admin/events')
export class EventBrowserController {
  constructor(
    private readonly searches: EventSearches,
    private readonly tail: EventTail,
    private readonly pages: EventPages,
    private readonly names: NamedStreams,
  ) {}

  /** Searches events by every filter. Each page scans for some milliseconds; a short page has a `next` cursor. */
  @Get('search')
  @Needs('admin', 'auditor')
  @Answers(FoundEvents)
  @Refuses('invalid:event-query-invalid')
  async search(@Query() query: EventSearchQuery) {
    return this.searches.page(await readSearch(query, this.names));
  }

  /** Counts the newest events of a search by time, as far as a quarter of a second reaches. */
  @Get('axis')
  @Needs('admin', 'auditor')
  @Answers(EventAxis)
  @Refuses('invalid:event-query-invalid')
  async axis(@Query() query: EventSearchQuery) {
    return this.searches.axis(await readSearch(query, this.names));
  }

  /** Streams matching new events as server-sent `events` {events, left}, at most four a second. */
  @Get('live')
  @Needs('admin', 'auditor')
  @AnswersStream('text/event-stream', ToldEvents, 'server-sent events `events`')
  @Refuses('invalid:event-query-invalid', 'too-many', 'unavailable:busy')
  async live(
    @Query() query: EventFilterQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const filter = await readFilter(query, this.names);
    let send: ((message: unknown) => void) | undefined;
    const stop = await this.tail.listen(filter, (message) => send?.(message));
    try {
      const stream = openEventStream(request, reply);
      send = (message) => stream.send('events', message);
      stream.onClose(stop);
    } catch (error) {
      stop();
      throw error;
    }
  }

  /** Returns one event by position or `stream@revision`; an event id needs a scan of the log. */
  @Get(':id')
  @Needs('admin', 'auditor')
  @Answers(EventPage)
  @Refuses('invalid:event-id-invalid', 'not-found')
  one(@Param('id') id: string) {
    return this.pages.of(id);
  }
}
