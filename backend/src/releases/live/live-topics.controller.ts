import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { parseTopic, parseTopics, TOPICS_MAX, TOPICS_TEXT_MAX } from '@supreme-access/contract/live-topics.js';
import { TopicEvent } from '@supreme-access/contract/shapes/releases.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open } from '../../auth/guard.js';
import { ProductQueries } from '../../catalogue/products/product-queries.js';
import { isStaff } from '../../catalogue/products/products.controller.js';
import { Refused } from '../../event-sourcing/decider.js';
import { AnswersStream, Refuses } from '../../http/answers.js';
import { Text } from '../../http/fields.js';
import { type EventStream, openEventStream } from '../../http/sse.js';
import { LiveOrders } from '../../orders/live-orders.js';
import { OrderLinks } from '../../orders/order-links.js';
import { DROP_EVENT_NAMES } from './live.controller.js';
import { LiveDrops } from './live-drops.js';
import { LiveReleases } from './live-releases.js';

export class TopicsQuery {
  @Text({
    max: TOPICS_TEXT_MAX,
    description:
      'what to follow: `shop`, `orders`, `releases`, `product:{id}`, `link:{token}`, each encoded, with commas between',
  })
  topics: string;
}

const TOPIC_EVENT_NAMES = `${DROP_EVENT_NAMES}, \`products\`, \`order\`, \`releases\`, \`refused\``;

type Begin = (stream: EventStream) => () => void;
type Accepted = { begin: Begin } | { own: string };

/** One connection per browser: HTTP/1.1 allows a browser six per host, across all tabs. */
@ApiTags('products')
@Open()
@Controller('api/live')
export class LiveTopicsController {
  constructor(
    private readonly queries: ProductQueries,
    private readonly drops: LiveDrops,
    private readonly releases: LiveReleases,
    private readonly orders: LiveOrders,
    private readonly links: OrderLinks,
  ) {}

  /** Streams all topics. A refused topic yields the event `refused` {topic, code}, unless all are refused. */
  @Get()
  @AnswersStream('text/event-stream', TopicEvent, TOPIC_EVENT_NAMES)
  @Refuses('invalid:topics-invalid', 'unauthorized', 'forbidden', 'not-found', 'not-found:link-invalid')
  @Refuses('gone:link-expired', 'too-many', 'unavailable:busy')
  async follow(@Query() query: TopicsQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const accepted: Accepted[] = [];
    const refused: { topic: string; refusal: Refused }[] = [];
    for (const topic of topicsOf(query)) {
      try {
        accepted.push(await this.accept(topic, request));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused.push({ topic, refusal: error });
      }
    }
    const [first] = refused;
    if (first && accepted.length === 0) throw first.refusal;
    const stream = await this.open(accepted, () => openEventStream(request, reply));
    for (const { topic, refusal } of refused) stream.send('refused', { topic, code: refusal.code });
    for (const one of accepted) if ('begin' in one) stream.onClose(one.begin(stream));
  }

  /** Reads orders before it opens the stream, because an open stream cannot be refused. */
  private async open(accepted: readonly Accepted[], openStream: () => EventStream): Promise<EventStream> {
    let stream: EventStream | undefined;
    const once = () => {
      stream ??= openStream();
      return stream;
    };
    for (const one of accepted) if ('own' in one) await this.orders.follow(one.own, once);
    return once();
  }

  private async accept(topic: string, request: FastifyRequest): Promise<Accepted> {
    const parsed = parseTopic(topic);
    switch (parsed?.kind) {
      case undefined:
        throw invalid();
      case 'shop':
        return { begin: ({ write }) => this.drops.listenToShop(write) };
      case 'product': {
        const { productId } = parsed;
        await this.queries.inShop(productId, isStaff(request));
        return { begin: ({ write }) => this.drops.listen(productId, write, isStaff(request)) };
      }
      case 'link': {
        const { orderId } = this.links.open(parsed.token);
        return { begin: (stream) => this.orders.listen(orderId, (change) => stream.send('order', change)) };
      }
      case 'orders':
        return { own: accountOf(request) };
      case 'releases':
        accountOf(request);
        if (!isStaff(request)) throw new Refused('forbidden', 'forbidden', 'You are not allowed to do this.');
        return { begin: ({ write }) => this.releases.listen(write) };
    }
  }
}

function topicsOf({ topics: text }: TopicsQuery): string[] {
  const topics = parseTopics(text);
  if (!topics || topics.length === 0 || topics.length > TOPICS_MAX) throw invalid();
  return topics;
}

function invalid(): Refused {
  return new Refused('topics-invalid', 'invalid', `Give 1 to ${TOPICS_MAX} topics, separated by commas.`);
}

function accountOf({ session }: FastifyRequest): string {
  if (!session) throw new Refused('unauthorized', 'unauthorized', 'Please log in.');
  return session.accountId;
}
