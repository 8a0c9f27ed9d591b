import type { FastifyInstance } from 'fastify';
import { FAULTS, type Faults, type ForcedFault, OPERATIONS } from './faults.js';
import { ledgerView } from './ledger-view.js';
import { lineSchema } from './submissions.js';
import type { ProductChange, Till } from './till.js';

/** What tests, the demo and audits ask of the shop itself. */
export function serveControls(app: FastifyInstance, till: Till, faults: Faults): void {
  app.get('/ledger', async () => {
    await till.durable();
    return ledgerView(till.shop);
  });

  app.put<{ Params: { id: string }; Body: ProductChange }>(
    '/sandbox/products/:id',
    { schema: { body: productSchema } },
    async ({ params: { id }, body }) => (await till.setProduct(id, body)).body,
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

const productSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200, pattern: '^\\P{Cc}+$' },
    opensAt: { type: ['string', 'null'], format: 'date-time' },
    others: { type: 'integer', minimum: 0 },
    price: {
      type: 'object',
      additionalProperties: false,
      required: ['amount', 'currency'],
      properties: { amount: { type: 'integer', minimum: 0 }, currency: { type: 'string', pattern: '^[a-z]{3}$' } },
    },
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
