import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminPromo } from '@supreme-access/contract/shapes/products.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../../auth/guard.js';
import { Commands } from '../../event-sourcing/commands.js';
import { noSuch } from '../../event-sourcing/decider.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { heldTime, ListQuery, type ListSpec, parseList, rangeOf } from '../../http/admin-list.js';
import { Answers, AnswersList, Refuses } from '../../http/answers.js';
import { mistakesOf } from '../../http/fields.js';
import { Context } from '../../http/request.js';
import { ConsistentReads } from '../../projections/consistent-reads.js';
import { Reads } from '../../projections/reads.js';
import { CreatePromo, EditPromo, EndPromo, type PromoCommand, promo, promoId } from './promo.js';
import { NewPromoBody, newPromo, PromoBody } from './promo-form.js';
import { promoAfter, promoView } from './promo-views.js';
import { type PromoDoc, promosProjection } from './promos.projection.js';

const LIST: ListSpec = {
  resource: 'promos',
  fields: {
    id: 'promoCode',
    promoCode: 'promoCode',
    percent: 'percent',
    startsAt: 'startsAt',
    endsAt: 'endsAt',
    limit: 'limit',
    limitPerAccount: 'limitPerAccount',
    redeemed: 'redeemed',
    ended: 'ended',
  },
  held: { startsAt: heldTime, endsAt: heldTime },
  defaultSort: ['promoCode', 'asc'],
  search: 'promoCode',
  searchAs: promoId,
};
@ApiTags('admin promos')
@Controller('api/admin/promos')
@Needs('admin')
export class AdminPromosController {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly latest: ConsistentReads,
  ) {}

  /** Sorted by code; ended codes appear only on request. */
  @Get()
  @Needs('admin', 'auditor')
  @AnswersList(AdminPromo)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const list = parseList(query, LIST);
    const where = { ended: false, ...list.where };
    const [docs, total] = await Promise.all([
      this.reads.find(promosProjection, { ...list, where }),
      this.reads.count(promosProjection, where),
    ]);
    return rangeOf(reply, LIST, list, docs.map(viewOf), total);
  }

  @Get(':id')
  @Needs('admin', 'auditor')
  @Answers(AdminPromo)
  @Refuses('not-found')
  async one(@Param('id') id: string): Promise<AdminPromo> {
    const doc = await this.latest.find(promosProjection, id);
    if (!doc) throw noSuch('promo code');
    return viewOf(doc);
  }

  @Post()
  @Answers(AdminPromo)
  @Refuses(...mistakesOf(NewPromoBody), 'invalid:promo-times', 'conflict:promo-exists')
  create(@Body() body: NewPromoBody, @Context() { metadata }: RequestContext): Promise<AdminPromo> {
    return this.ask(new CreatePromo(body.promoCode, newPromo(body), metadata));
  }

  /** Refuses a stale `version`. */
  @Put(':id')
  @Answers(AdminPromo)
  @Refuses(...mistakesOf(PromoBody), 'invalid:promo-times', 'not-found', 'conflict')
  edit(
    @Param('id') id: string,
    @Body() { version, ...changes }: PromoBody,
    @Context() { metadata }: RequestContext,
  ): Promise<AdminPromo> {
    return this.ask(new EditPromo(validId(id), changes, metadata, version));
  }

  /** Ends a code for new orders; existing redemptions stay. */
  @Delete(':id')
  @Answers(AdminPromo)
  @Refuses('not-found')
  end(@Param('id') id: string, @Context() { metadata }: RequestContext): Promise<AdminPromo> {
    return this.ask(new EndPromo(validId(id), {}, metadata));
  }

  private async ask(command: PromoCommand): Promise<AdminPromo> {
    const { state } = await this.commands.execute(promo, command);
    return promoAfter(command.id, state);
  }
}

function viewOf(doc: PromoDoc): AdminPromo {
  return promoView(doc.promoCode, doc, doc);
}

function validId(id: string): string {
  if (!/^[A-Z0-9_-]{2,40}$/.test(id)) throw noSuch('promo code');
  return id;
}
