import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OwnLine } from '../../../retailers/own/own-answers.js';
import type { Fault } from '../faults.js';
import { lineSchema, referenceSchema, type Submitted, submissionSchema } from '../submissions.js';
import type { Till } from '../till.js';
import type { Call } from './door.js';

type Carry = (call: Call, reply: FastifyReply) => Promise<FastifyReply>;
type ForReference = { Params: { reference: string } };

/** The door of our own protocol, docs/retailer-protocol.md. */
export function serveOwn(app: FastifyInstance, till: Till, carry: Carry): void {
  const params = referenceSchema;

  app.get<{ Params: { id: string }; Querystring: { style?: string | string[] } }>(
    '/products/:id',
    async ({ params: { id }, query: { style = [] } }, reply) =>
      carry({ on: 'availability', about: id, act: () => till.product(id, [style].flat()) }, reply),
  );

  app.put<ForReference & { Body: OwnLine }>(
    '/carts/:reference',
    { schema: { params, body: lineSchema } },
    async ({ params: { reference }, body }, reply) =>
      carry({ on: 'cart', about: reference, act: () => till.cart(reference, body) }, reply),
  );

  app.put<ForReference & { Body: Submitted }>(
    '/checkouts/:reference',
    { schema: { params, body: submissionSchema }, attachValidation: true },
    async ({ params: { reference }, body, validationError }, reply) => {
      if (validationError?.validationContext === 'params') throw validationError;
      const act = (fault?: Fault) => till.submit(reference, validationError ? undefined : body, fault);
      return till.during(reference, () => carry({ on: 'submit', about: reference, act }, reply));
    },
  );

  app.get<{ Querystring: { after?: string } }>(
    '/checkouts',
    { schema: { querystring: afterSchema } },
    async ({ query: { after = '0' } }, reply) =>
      carry({ on: 'list', about: after, act: () => till.list(Number(after)) }, reply),
  );

  app.get<ForReference>('/checkouts/:reference', { schema: { params } }, async ({ params: { reference } }, reply) =>
    carry({ on: 'lookup', about: reference, act: () => till.lookup(reference) }, reply),
  );

  app.post<ForReference>(
    '/checkouts/:reference/close',
    { schema: { params } },
    async ({ params: { reference } }, reply) =>
      carry({ on: 'close', about: reference, act: () => till.close(reference) }, reply),
  );
}

const afterSchema = { type: 'object', properties: { after: { type: 'string', pattern: '^\\d{1,9}$' } } };
