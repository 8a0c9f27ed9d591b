import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OwnLine } from '../../retailers/own/own-answers.js';
import { FAULTS, type Fault, type Faults, type ForcedFault, OPERATIONS, type Operation, uniform } from './faults.js';
import { ledgerView } from './ledger-view.js';
import { lineSchema, referenceSchema, type Submitted, submissionSchema } from './submissions.js';
import type { Answer, ProductChange, Till } from './till.js';

interface ShopContext {
  till: Till;
  faults: Faults;
  seed: string;
  /** ms */
  latency: { min: number; max: number };
  holdMs: number;
  slowMs: number;
  stop: AbortSignal;
}
interface Call {
  on: Operation;
  about: string;
  reply: FastifyReply;
  act: (fault: Fault | undefined) => Promise<Answer>;
}
type ForReference = { Params: { reference: string } };

export function serveShop(app: FastifyInstance, context: ShopContext): void {
  const { till } = context;
  const params = referenceSchema;

  app.get<{ Params: { id: string }; Querystring: { style?: string | string[] } }>(
    '/products/:id',
    async ({ params: { id }, query: { style = [] } }, reply) =>
      perform(context, { on: 'availability', about: id, reply, act: () => till.product(id, [style].flat()) }),
  );

  app.put<ForReference & { Body: OwnLine }>(
    '/carts/:reference',
    { schema: { params, body: lineSchema } },
    async ({ params: { reference }, body }, reply) =>
      perform(context, { on: 'cart', about: reference, reply, act: () => till.cart(reference, body) }),
  );

  app.put<ForReference & { Body: Submitted }>(
    '/checkouts/:reference',
    { schema: { params, body: submissionSchema }, attachValidation: true },
    async ({ params: { reference }, body, validationError }, reply) => {
      if (validationError?.validationContext === 'params') throw validationError;
      const act = (fault?: Fault) => till.submit(reference, validationError ? undefined : body, fault);
      return till.during(reference, () => perform(context, { on: 'submit', about: reference, reply, act }));
    },
  );

  app.get<{ Querystring: { after?: string } }>(
    '/checkouts',
    { schema: { querystring: afterSchema } },
    async ({ query: { after = '0' } }, reply) =>
      perform(context, { on: 'list', about: after, reply, act: () => till.list(Number(after)) }),
  );

  app.get<ForReference>('/checkouts/:reference', { schema: { params } }, async ({ params: { reference } }, reply) =>
    perform(context, { on: 'lookup', about: reference, reply, act: () => till.lookup(reference) }),
  );

  app.post<ForReference>(
    '/checkouts/:reference/close',
    { schema: { params } },
    async ({ params: { reference } }, reply) =>
      perform(context, { on: 'close', about: reference, reply, act: () => till.close(reference) }),
  );
}

export function serveControls(app: FastifyInstance, till: Till, faults: Faults): void {
  app.get('/ledger', async () => {
    await till.durable();
    return ledgerView(till.shop);
  });

  app.put<{ Params: { id: string }; Body: ProductChange }>(
    '/sandbox/products/:id',
    { schema: { body: productSchema } },
    async ({ params: { id }, body }, reply) => send(reply, await till.setProduct(id, body)),
  );

  app.post<{ Body: Partial<ForcedFault> & Pick<ForcedFault, 'fault'> }>(
    '/sandbox/faults',
    { schema: { body: faultSchema } },
    async ({ body }) => {
      const fault = { on: 'submit' as const, times: 1, ...body };
      faults.force(fault);
      return fault;
    },
  );

  app.delete('/sandbox/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}

const afterSchema = { type: 'object', properties: { after: { type: 'string', pattern: '^\\d{1,9}$' } } };
const productSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200, pattern: '^\\P{Cc}+$' },
    opensAt: { type: ['string', 'null'], format: 'date-time' },
    others: { type: 'integer', minimum: 0 },
    stock: {
      type: 'array',
      maxItems: 500,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['size', 'style', 'quantity'],
        properties: {
          size: lineSchema.properties.size,
          style: lineSchema.properties.style,
          quantity: { type: 'integer', minimum: 0 },
        },
      },
    },
  },
};
const faultSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['fault'],
  properties: {
    fault: { enum: FAULTS },
    on: { enum: OPERATIONS },
    reference: { type: 'string' },
    orderId: { type: 'string' },
    times: { type: 'integer', minimum: 1, maximum: 100_000 },
  },
};

async function perform(context: ShopContext, { on, about, reply, act }: Call): Promise<FastifyReply> {
  const { faults, seed, latency, slowMs, stop } = context;
  const fault = faults.strike(on, about);
  const delay = latency.min + uniform(seed, 'latency', on, about) * (latency.max - latency.min);
  const wait = Math.round(fault === 'slow' ? delay + slowMs : delay);
  if (wait > 0) await sleep(wait, undefined, { signal: stop });
  switch (fault) {
    case 'error500':
      return reply.code(500).send({ error: 'internal', message: 'forced' });
    case 'error429':
      return reply.code(429).header('retry-after', '1').send({ error: 'busy', message: 'forced' });
    case 'droppedConnection':
      return breakOff(reply);
    case 'lostAnswer':
      await act(fault);
      return breakOff(reply);
    case 'timeoutAfterAccepting':
      await act(fault);
      await held(reply, context);
      return breakOff(reply);
    case undefined:
    case 'slow':
    case 'soldOut':
    case 'declined':
      return send(reply, await act(fault));
  }
}

async function held(reply: FastifyReply, { holdMs, stop }: ShopContext): Promise<void> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  // An abort is expected here.
  await sleep(holdMs, undefined, { signal: AbortSignal.any([gone.signal, stop]) }).catch(() => undefined);
}

function breakOff(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).send(body);
}
