import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../../auth/guard.js';
import { STEP_UP, StepUp, StepUpBody } from '../../customers/accounts/step-up.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { ListQuery, type ListSpec, type ParsedList, parseList, rangeOf } from '../../http/admin-list.js';
import { Answers, AnswersList, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { mistakesOf } from '../../http/fields.js';
import { Context } from '../../http/request.js';
import { ConsistentReads } from '../../projections/consistent-reads.js';
import { Reads } from '../../projections/reads.js';
import { Directory } from '../../retailers/directory/directory.js';
import { Discovery, seen } from '../../retailers/directory/discovery.js';
import { isChanged, type RetailerState, retailer, retailerFacts } from '../../retailers/directory/retailer-record.js';
import { type RetailerDoc, retailersProjection } from '../../retailers/directory/retailers.projection.js';
import { STANDARD } from '../../retailers/retailers.js';
import { matches } from '../../stores/read-models/conditions.js';
import { RetailerBody, retailerInput } from './retailer-form.js';

const LIST: ListSpec = {
  resource: 'retailers',
  fields: { id: 'id', name: 'name', ended: 'isEnded' },
  defaultSort: ['name', 'asc'],
};
const MISTAKES = [
  'invalid:retailer-name',
  'invalid:retailer-address',
  'invalid:no-sandbox',
  'invalid:retailer-version',
  'invalid:retailer-seller',
  'invalid:retailer-mail',
  'invalid:retailer-key',
  'conflict',
  'conflict:retailer-protocol',
  'conflict:retailer-ended',
  'conflict:retailer-in-use',
] as const;

/** Writes ask for step-up: who may set mail keys may forge evidence. */
@ApiTags('admin retailers')
@Controller('api/admin/retailers')
@Needs('admin')
export class RetailersController {
  constructor(
    private readonly directory: Directory,
    private readonly discovery: Discovery,
    private readonly reads: Reads,
    private readonly latest: ConsistentReads,
    private readonly stepUp: StepUp,
  ) {}

  /** Sorted by name; removed retailers appear only on request. `standard` is that of the settings. */
  @Get()
  @Needs('admin', 'auditor')
  @AnswersList(AdminRetailer)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const list = parseList(query, LIST);
    const where = { isEnded: false, ...list.where };
    const docs = withStandard(await this.reads.find(retailersProjection, {})).filter((doc) =>
      matches({ ...doc }, where),
    );
    const page = docs.toSorted(inOrder(list)).slice(list.skip, list.skip + list.limit);
    return rangeOf(
      reply,
      LIST,
      list,
      page.map((doc) => viewOf(doc.id, doc)),
      docs.length,
    );
  }

  @Get(':id')
  @Needs('admin', 'auditor')
  @Answers(AdminRetailer)
  @Refuses('not-found')
  async one(@Param('id') id: string): Promise<AdminRetailer> {
    return viewOf(id, (await this.latest.current(retailersProjection, id)) ?? retailer.initial);
  }

  @Post()
  @Answers(AdminRetailer)
  @Refuses(...mistakesOf(RetailerBody), ...MISTAKES, ...STEP_UP)
  async add(@Body() body: RetailerBody, @Context() context: RequestContext): Promise<AdminRetailer> {
    await this.stepUp.prove(body, context);
    const { id, state } = await this.directory.add(retailerInput(body), context.metadata);
    return viewOf(id, state);
  }

  /** Fields that are absent stay. Refuses a stale `revision`. */
  @Put(':id')
  @Answers(AdminRetailer)
  @Refuses(...mistakesOf(RetailerBody), ...MISTAKES, 'not-found', ...STEP_UP)
  async save(
    @Param('id') id: string,
    @Body() body: RetailerBody,
    @Context() context: RequestContext,
  ): Promise<AdminRetailer> {
    await this.stepUp.prove(body, context);
    return viewOf(id, (await this.directory.save(id, retailerInput(body), context.metadata)).state);
  }

  /** Refused while a product that is not over is bought there. Open orders are still looked up. */
  @Delete(':id')
  @Answers(AdminRetailer)
  @Refuses('not-found', 'conflict:retailer-in-use', ...STEP_UP)
  async end(
    @Param('id') id: string,
    @Body() body: StepUpBody,
    @Context() context: RequestContext,
  ): Promise<AdminRetailer> {
    await this.stepUp.prove(body, context);
    return viewOf(id, (await this.directory.end(id, context.metadata)).state);
  }

  /** Reads what the shop says of itself, now. */
  @Post(':id/discover')
  @Budget(BUDGETS.partner)
  @Answers(AdminRetailer)
  @Refuses('not-found', 'conflict:no-discovery', 'conflict:discovery-refused', 'unavailable:partner-away')
  async discover(@Param('id') id: string, @Context() { metadata }: RequestContext): Promise<AdminRetailer> {
    return viewOf(id, seen(await this.discovery.look(id, metadata, new AbortController().signal)).state);
  }
}

/** The retailer of the settings has no document before somebody saves it. */
function withStandard(docs: readonly RetailerDoc[]): RetailerDoc[] {
  if (docs.some(({ id }) => id === STANDARD)) return [...docs];
  const { name } = retailerFacts(STANDARD, retailer.initial);
  return [...docs, { id: STANDARD, ...retailer.initial, name }];
}

function inOrder({ sort }: ParsedList): (a: RetailerDoc, b: RetailerDoc) => number {
  const [column, direction] = sort[0] ?? LIST.defaultSort;
  const of = (doc: RetailerDoc) => String(doc[column as keyof RetailerDoc]);
  return (a, b) => (direction === 'desc' ? of(b).localeCompare(of(a), 'en') : of(a).localeCompare(of(b), 'en'));
}

function viewOf(id: string, state: RetailerState): AdminRetailer {
  const { discovered, isEnded, revision } = state;
  const { keyRecord, ...shown } = retailerFacts(id, state);
  const discovery = discovered && {
    ...discovered,
    readAt: new Date(discovered.readAt).toISOString(),
    isChanged: isChanged(state),
  };
  return { id, ...shown, hasKey: keyRecord !== null, ended: isEnded, discovery, revision };
}
