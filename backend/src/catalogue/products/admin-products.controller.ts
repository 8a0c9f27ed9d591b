import { applyDecorators, Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminProduct, EDIT_CONFLICT, SavedItems } from '@supreme-access/contract/shapes/products.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../../auth/guard.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { ListQuery, rangeOf } from '../../http/admin-list.js';
import { Answers, AnswersList, AnswersSuccess, Refuses, RefusesWith } from '../../http/answers.js';
import { mistakesOf } from '../../http/fields.js';
import { Context } from '../../http/request.js';
import { Catalogue } from './catalogue.js';
import { EditProductBody, NewProductBody, NewProductRecord, ProductRecord } from './product-form.js';
import { PRODUCT_LIST, ProductQueries } from './product-queries.js';
import { ItemsBody } from './retail-form.js';

const MISTAKES = [
  'invalid:image-missing',
  'invalid:pictures-lead',
  'invalid:zone-required',
  'invalid:release-nonexistent',
  'invalid:release-ambiguous',
  'invalid:release-past',
  'invalid:closing-nonexistent',
  'invalid:closing-ambiguous',
  'invalid:closing-after-release',
  'invalid:limit-required',
] as const;
const RefusesEdits = () =>
  applyDecorators(
    Refuses(...mistakesOf(ProductRecord), ...MISTAKES, 'not-found'),
    RefusesWith(
      EDIT_CONFLICT,
      'conflict',
      'conflict',
      'release-started',
      'stock-below-reserved',
      'delisted',
      'slots-held',
    ),
  );

/** Admins edit, auditors read. The REST paths return the bare record that react-admin expects. */
@ApiTags('admin products')
@Controller('api/admin/products')
@Needs('admin')
export class AdminProductsController {
  constructor(
    private readonly queries: ProductQueries,
    private readonly catalogue: Catalogue,
  ) {}

  /** Newest listing first; delisted products only on request. Ranges: releaseAt_gte, _gt, _lte, _lt (ISO 8601). */
  @Get()
  @Needs('admin', 'auditor')
  @AnswersList(AdminProduct)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const { list, rows, total } = await this.queries.list(query);
    return rangeOf(reply, PRODUCT_LIST, list, rows, total);
  }

  @Get(':id')
  @Needs('admin', 'auditor')
  @Answers(AdminProduct)
  @Refuses('not-found')
  one(@Param('id') id: string): Promise<AdminProduct> {
    return this.queries.one(id);
  }

  @Post('create')
  @AnswersSuccess({ product: AdminProduct })
  @Refuses(...mistakesOf(NewProductBody), ...MISTAKES)
  async create(@Body() body: NewProductBody, @Context() { metadata }: RequestContext) {
    return { success: true, product: await this.catalogue.create(body, metadata) };
  }

  @Post()
  @Answers(AdminProduct)
  @Refuses(...mistakesOf(NewProductBody), ...MISTAKES)
  createRecord(@Body() body: NewProductRecord, @Context() { metadata }: RequestContext): Promise<AdminProduct> {
    return this.catalogue.create(body, metadata);
  }

  /** Refuses a stale `version` with 409 `conflict` and returns both versions of the product. */
  @Post('edit')
  @AnswersSuccess({ product: AdminProduct })
  @RefusesEdits()
  async edit(@Body() { productId, ...body }: EditProductBody, @Context() { metadata }: RequestContext) {
    return { success: true, product: await this.catalogue.edit(productId, body, metadata) };
  }

  @Put(':id')
  @Answers(AdminProduct)
  @RefusesEdits()
  editRecord(
    @Param('id') id: string,
    @Body() body: ProductRecord,
    @Context() { metadata }: RequestContext,
  ): Promise<AdminProduct> {
    return this.catalogue.edit(id, body, metadata);
  }

  /** Saves which item of the retailer is which size and style. */
  @Put(':id/items')
  @Answers(SavedItems)
  @Refuses(...mistakesOf(ItemsBody), 'not-found')
  @RefusesWith(EDIT_CONFLICT, 'conflict', 'conflict', 'release-started', 'delisted')
  async items(@Param('id') id: string, @Body() { items, version }: ItemsBody, @Context() { metadata }: RequestContext) {
    const { retailerItems } = await this.catalogue.edit(id, { retailerItems: items, version }, metadata);
    return { items: retailerItems };
  }

  /** Removes a product from the shop; its history stays. */
  @Delete('id/:id')
  @AnswersSuccess({ product: AdminProduct })
  @Refuses('not-found', 'conflict:open-orders')
  async delist(@Param('id') id: string, @Context() { metadata }: RequestContext) {
    return { success: true, product: await this.catalogue.delist(id, metadata) };
  }

  @Delete(':id')
  @Answers(AdminProduct)
  @Refuses('not-found', 'conflict:open-orders')
  delistRecord(@Param('id') id: string, @Context() { metadata }: RequestContext): Promise<AdminProduct> {
    return this.catalogue.delist(id, metadata);
  }
}
