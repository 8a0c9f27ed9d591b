import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type EventGraph, type EventLink, type EventPage, LINK_KINDS } from '@supreme-access/contract/logged-events.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Needs } from '../../platform/auth/guard.js';
import { COUNT, FLAG, freeForm, listOf, oneOf, orNull, shape, TEXT } from '../../platform/http/answer-schemas.js';
import { Answers, AnswersStream, objectOf, Refuses, schemaOf } from '../../platform/http/answers.js';
import { openEventStream } from '../../platform/http/sse.js';
import { NamedStreams } from '../named-streams.js';
import { EventFilterQuery, EventSearchQuery, readFilter, readSearch } from './event-filter.js';
import { EventPages } from './event-pages.js';
import { EVENT_FIELDS, FOUND_EVENTS, LOGGED_EVENT } from './event-rows.js';
import { EventSearches } from './event-search.js';
import { EventTail } from './event-tail.js';

const GRAPH = shape<EventGraph>('EventGraph', {
  events: listOf(LOGGED_EVENT),
  links: listOf(
    shape<EventLink>('EventLink', {
      from: schemaOf<number>({ ...COUNT, description: 'position of the cause' }),
      to: COUNT,
      kind: oneOf(LINK_KINDS),
    }),
  ),
  isCut: FLAG,
});
const EVENT_PAGE = shape<EventPage>('EventPage', {
  ...EVENT_FIELDS,
  data: schemaOf<EventPage['data']>({ ...freeForm, description: '`personal` is sealed' }),
  metadata: freeForm,
  chain: shape<EventPage['chain']>('ChainPlace', {
    hash: TEXT,
    previousHash: TEXT,
    recomputed: TEXT,
    holds: FLAG,
    before: orNull(COUNT),
    after: orNull(COUNT),
  }),
  graph: GRAPH,
  correlated: listOf(LOGGED_EVENT),
});
const TOLD = objectOf({ events: listOf(LOGGED_EVENT), left: COUNT }, [], 'ToldEvents');

/** The log as people look at it; the whole of it, for programs, is `GET /api/admin/events`. */
@ApiTags('audit')
@Controller('api/admin/events')
export class EventBrowserController {
  constructor(
    private readonly searches: EventSearches,
    private readonly tail: EventTail,
    private readonly pages: EventPages,
    private readonly names: NamedStreams,
  ) {}

  /**
   * Events that match every filter, newest first or as the log has them. The log itself is looked through, for some milliseconds a page: one that
   * comes back short has a `next` to go on with, and says up to which time it looked.
   */
  @Get('search')
  @Needs('admin', 'auditor')
  @Answers(FOUND_EVENTS)
  @Refuses('invalid:event-query-invalid')
  async search(@Query() query: EventSearchQuery) {
    return this.searches.page(await readSearch(query, this.names));
  }

  /** Server-sent events `events` {events, left}, four a second at most: what is appended from now on and matches. */
  @Get('live')
  @Needs('admin', 'auditor')
  @AnswersStream('text/event-stream', TOLD, 'server-sent events `events`')
  @Refuses('invalid:event-query-invalid', 'too-many', 'unavailable:busy')
  async live(
    @Query() query: EventFilterQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const filter = await readFilter(query, this.names);
    let send: ((told: unknown) => void) | undefined;
    const stop = await this.tail.listen(filter, (told) => send?.(told));
    try {
      const stream = openEventStream(request, reply);
      send = (told) => stream.send('events', told);
      stream.onClose(stop);
    } catch (error) {
      stop();
      throw error;
    }
  }

  /** One event by its position (found at once), as `stream@revision`, or by its id, which is looked for through the log: its data, its place in the chain, what it followed from and what followed. */
  @Get(':id')
  @Needs('admin', 'auditor')
  @Answers(EVENT_PAGE)
  @Refuses('invalid:event-id-invalid', 'not-found')
  one(@Param('id') id: string) {
    return this.pages.of(id);
  }
}
