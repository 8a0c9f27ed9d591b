import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type Moment,
  type ShortenedPart,
  type SlotHistory,
  type SlotPoint,
  type StateChange,
  type Step,
  TRAVELLED,
} from '@supreme-access/contract/logged-events.js';
import { Needs } from '../../platform/auth/guard.js';
import {
  COUNT,
  FLAG,
  freeForm,
  INSTANT,
  listOf,
  oneOf,
  orNull,
  shape,
  TEXT,
} from '../../platform/http/answer-schemas.js';
import { Answers, objectOf, Refuses, schemaOf } from '../../platform/http/answers.js';
import { Text } from '../../platform/http/fields.js';
import { EVENT_FIELDS } from '../events/event-rows.js';
import { Moments } from './moments.js';

export class MomentQuery {
  @Text({ optional: true, max: 9, description: 'of the event that the state is to be as of, from 0 on' })
  revision?: string;
  @Text({ optional: true, max: 30, description: 'ISO 8601 with its zone; instead of a revision' })
  at?: string;
}

const ANYTHING = schemaOf<unknown>({});
const STEP = shape<Step>('Step', { revision: COUNT, position: COUNT, type: TEXT, at: INSTANT });
const CHANGE = shape<StateChange>('StateChange', {
  path: TEXT,
  kind: oneOf(['added', 'removed', 'changed']),
  before: { optional: ANYTHING },
  after: { optional: ANYTHING },
});
const MOMENT = shape<Moment>('Moment', {
  kind: oneOf(TRAVELLED),
  id: TEXT,
  stream: TEXT,
  revision: schemaOf<number>({ type: 'integer', minimum: -1, description: '-1: before its first event' }),
  lastRevision: COUNT,
  at: INSTANT,
  event: schemaOf<Moment['event']>(objectOf({ ...EVENT_FIELDS, data: freeForm })),
  state: freeForm,
  shortened: listOf(shape<ShortenedPart>('ShortenedPart', { path: TEXT, entries: COUNT, shown: COUNT })),
  changes: listOf(CHANGE),
  changesCut: FLAG,
  shown: orNull(freeForm),
  steps: listOf(STEP),
});
const SLOT_HISTORY = shape<SlotHistory>('SlotHistory', {
  productId: TEXT,
  productTitle: TEXT,
  revisions: COUNT,
  mostActive: COUNT,
  oversoldAt: orNull(COUNT),
  points: listOf(shape<SlotPoint>('SlotPoint', { revision: COUNT, at: INSTANT, active: COUNT, stock: COUNT })),
});

@ApiTags('audit')
@Controller('api/admin/time-travel')
export class TimeTravelController {
  constructor(private readonly moments: Moments) {}

  /** Slots held and slots there are after each event of a product; `oversoldAt` null: never more than there were. */
  @Get('products/:id/slots')
  @Needs('admin', 'auditor')
  @Answers(SLOT_HISTORY)
  @Refuses('not-found')
  slots(@Param('id') id: string) {
    return this.moments.slots(id);
  }

  /**
   * An order, product, account or promo code as of one of its events, or an instant: its state, what that event changed, and what people were
   * shown. The latest state unless a time is given. `kind`: orders, products, accounts or promos. Personal data stays sealed.
   */
  @Get(':kind/:id')
  @Needs('admin', 'auditor')
  @Answers(MOMENT)
  @Refuses('invalid:moment-invalid', 'not-found', 'not-found:no-such-moment')
  moment(@Param('kind') kind: string, @Param('id') id: string, @Query() query: MomentQuery) {
    return this.moments.of(kind, id, query);
  }
}
