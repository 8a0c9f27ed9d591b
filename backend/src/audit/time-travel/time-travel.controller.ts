import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Moment, SlotHistory } from '@supreme-access/contract/shapes/audit.js';
import { Needs } from '../../auth/guard.js';
import { Answers, Refuses } from '../../http/answers.js';
import { Text } from '../../http/fields.js';
import { Moments } from './moments.js';

export class MomentQuery {
  @Text({ optional: true, max: 9, description: 'of the event that the state is to be as of, from 0 on' })
  revision?: string;
  @Text({ optional: true, max: 30, description: 'ISO 8601 with its zone; instead of a revision' })
  at?: string;
}

@ApiTags('audit')
@Controller('api/admin/time-travel')
export class TimeTravelController {
  constructor(private readonly moments: Moments) {}

  /** Returns held slots and stock after each event of a product; `oversoldAt` null: never oversold. */
  @Get('products/:id/slots')
  @Needs('admin', 'auditor')
  @Answers(SlotHistory)
  @Refuses('not-found')
  slots(@Param('id') id: string) {
    return this.moments.slots(id);
  }

  /** Returns an order, product, account or promo code at an event or a time; personal data stays sealed. */
  @Get(':kind/:id')
  @Needs('admin', 'auditor')
  @Answers(Moment)
  @Refuses('invalid:moment-invalid', 'not-found', 'not-found:no-such-moment')
  moment(@Param('kind') kind: string, @Param('id') id: string, @Query() query: MomentQuery) {
    return this.moments.of(kind, id, query);
  }
}
