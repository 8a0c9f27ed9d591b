import { Controller, Get, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { SIZES, type Size } from '@supreme-access/contract/limits.js';
import { ADMIN_PRODUCT } from '../../products/product-answers.js';
import { COUNT, FEED_EVENT, oneOf, orNull, shape, TEXT } from './answer-schemas.js';
import { Answers, AnswersList, AnswersStream, AnswersSuccess, Refuses } from './answers.js';

@Controller('things')
@Refuses('unauthorized')
class Things {
  @Get()
  @AnswersList(ADMIN_PRODUCT)
  list() {
    return [];
  }

  @Post('one')
  @Answers(ADMIN_PRODUCT)
  @Refuses('invalid', 'not-found', 'conflict:sold-out', 'conflict:duplicate')
  one() {
    return {};
  }

  @Post('made')
  @AnswersSuccess({ product: ADMIN_PRODUCT })
  made() {
    return {};
  }

  @Get('feed')
  @AnswersStream('application/x-ndjson', FEED_EVENT, 'one event per line')
  feed() {
    return '';
  }
}

@Module({ controllers: [Things] })
class ThingsModule {}

describe('what a route answers', () => {
  let document: OpenAPIObject;
  const responses = (path: string, method: 'get' | 'post') =>
    document.paths[`/things${path}`]?.[method]?.responses ?? {};
  beforeAll(async () => {
    const app = await NestFactory.create(ThingsModule, new FastifyAdapter(), { logger: false });
    document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    await app.close();
  });

  it('is a record, with status 200 also for a POST', () => {
    expect(responses('/one', 'post')[200]).toMatchObject({
      content: { 'application/json': { schema: ADMIN_PRODUCT } },
    });
    expect(responses('/one', 'post')[201]).toBeUndefined();
  });

  it('is a bare list', () => {
    const schema = { type: 'array', items: ADMIN_PRODUCT };
    expect(responses('', 'get')[200]).toMatchObject({ content: { 'application/json': { schema } } });
  });

  it('is a success with what came of it', () => {
    const schema = { required: ['success', 'product'], properties: { product: ADMIN_PRODUCT } };
    expect(responses('/made', 'post')[200]).toMatchObject({ content: { 'application/json': { schema } } });
  });

  it('is a stream of another media type', () => {
    expect(responses('/feed', 'get')[200]).toMatchObject({
      content: { 'application/x-ndjson': { schema: FEED_EVENT } },
    });
  });

  it('is one of its refusals, by status, with their codes', () => {
    const code = (status: number) => responses('/one', 'post')[status];
    const refusal = (...codes: string[]) => ({
      description: codes.join(', '),
      content: { 'application/json': { schema: { title: 'Refusal', properties: { code: { enum: codes } } } } },
    });
    expect(code(400)).toMatchObject(refusal('invalid'));
    expect(code(404)).toMatchObject(refusal('not-found'));
    expect(code(409)).toMatchObject(refusal('sold-out', 'duplicate'));
  });

  it('is also what the whole controller refuses', () => {
    for (const answers of [responses('', 'get'), responses('/one', 'post')]) expect(answers).toHaveProperty('401');
  });
});

describe('a schema and the type of the API it stands for', () => {
  interface Ticket {
    id: string;
    /** none until it is drawn */
    number: number | null;
    size: Size;
    note?: string;
  }
  const fields = { id: TEXT, number: orNull(COUNT), size: oneOf(SIZES), note: { optional: TEXT } };

  it('say the same of every field', () => {
    expect(shape<Ticket>('Ticket', fields)).toEqual({
      type: 'object',
      title: 'Ticket',
      properties: { ...fields, note: TEXT },
      required: ['id', 'number', 'size'],
    });
  });

  it('do not compile where one of them says something else', () => {
    const { id: _, ...withoutId } = fields;
    // @ts-expect-error a field is missing
    shape<Ticket>('Ticket', withoutId);
    // @ts-expect-error a field is of another type
    shape<Ticket>('Ticket', { ...fields, id: COUNT });
    // @ts-expect-error a field may be null in the type alone
    shape<Ticket>('Ticket', { ...fields, number: COUNT });
    // @ts-expect-error a field may be null in the schema alone
    shape<Ticket>('Ticket', { ...fields, id: orNull(TEXT) });
    // @ts-expect-error a value is missing
    shape<Ticket>('Ticket', { ...fields, size: oneOf(['s', 'm']) });
    // @ts-expect-error a field may be left out in the type alone
    shape<Ticket>('Ticket', { ...fields, note: TEXT });
    // @ts-expect-error a field may be left out in the schema alone
    shape<Ticket>('Ticket', { ...fields, id: { optional: TEXT } });
    // @ts-expect-error a field of the schema alone
    shape<Ticket>('Ticket', { ...withoutId, id: TEXT, price: COUNT });
    expect(Object.keys(shape<Ticket>('Ticket', fields).properties ?? {})).toEqual(['id', 'number', 'size', 'note']);
  });
});
