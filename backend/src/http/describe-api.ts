import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { PRODUCT_HEADER } from '@supreme-access/contract/product-header.js';
import { refusalShape } from '@supreme-access/contract/shapes/primitives.js';
import { STREAM_DAMAGED } from '../stores/event-log/stream-integrity.js';
import { schemaOf } from './answers.js';
import { canWait } from './load-shed.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Components = NonNullable<OpenAPIObject['components']>;

const METHODS = ['get', 'post', 'put', 'delete'] as const;

const COMMON = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key with the same request answers what the first one did and does nothing twice.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
    ConsistencyToken: {
      name: 'X-Consistency-Token',
      in: 'header',
      required: false,
      description: 'From an earlier answer: this one shows at least what that one did.',
      schema: { type: 'string', pattern: '^\\d{1,15}$' },
    },
    ProductId: {
      name: PRODUCT_HEADER,
      in: 'header',
      required: false,
      description: 'The productId of the body, for a balancer in front of several processes to choose by.',
      schema: { type: 'string', maxLength: 100 },
    },
  },
  headers: {
    ConsistencyToken: {
      description: 'Send it back to see what this request did.',
      schema: { type: 'string' },
    },
    Stale: {
      description: "'true': the read models did not reach the X-Consistency-Token in time.",
      schema: { type: 'string', enum: ['true'] },
    },
    ContentRange: { description: '`resource first-last/total`', schema: { type: 'string' } },
    RetryAfter: { description: 'seconds', schema: { type: 'integer', minimum: 1 } },
  },
} satisfies Pick<Components, 'parameters' | 'headers'>;

/** Webhooks are deduplicated by event, pictures by content. */
const KEYLESS = ['webhooks', 'admin pictures'];
/** A login is never repeated, a reset reveals no account, and a card is shown once per proof. */
const KEYLESS_PATHS = ['/login', '/api/forgotpw', '/api/admin/orders/{id}/aco'];

export function describeApi(app: NestFastifyApplication): void {
  SwaggerModule.setup('api/docs', app, () => apiDocument(app));
}

function apiDocument(app: NestFastifyApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Supreme Access')
    .setDescription('Reserve slots on limited drops; charged only after success.')
    .setVersion('1')
    .addBearerAuth();
  const document = SwaggerModule.createDocument(app, builder.build());
  document.components = { ...document.components, ...COMMON };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      complete(operation, method !== 'get', isKeyless(path, operation));
      if (namesProduct(operation, document)) addProduct(operation);
      if (canWait(method.toUpperCase(), path) !== null) refuse(operation, 503, 'overloaded');
    }
  }
  return document;
}

function complete(operation: Operation, isWrite: boolean, isKeyless: boolean): void {
  addSession(operation);
  if (isWrite && !isMarked(operation, 'x-open')) refuse(operation, 429, 'too-many');
  addHeaders(operation, isWrite, isKeyless);
  const isQueried = operation.parameters?.some((one) => 'in' in one && one.in === 'query') ?? false;
  if (operation.requestBody || isQueried) refuse(operation, 400, 'invalid', 'unknown-field');
  if (operation.requestBody) {
    refuse(operation, 400, 'too-deep');
    refuse(operation, 413, 'too-large');
    refuse(operation, 415, 'unsupported-media-type');
  }
  refuse(operation, 503, 'starting', 'stopping', 'unavailable');
  for (const status of ['429', '503']) addAnswerHeader(operation, status, 'Retry-After', 'RetryAfter');
}

function addSession(operation: Operation): void {
  if (isMarked(operation, 'x-open')) return;
  operation.security = [{ bearer: [] }];
  refuse(operation, 401, 'unauthorized');
  if (isMarked(operation, 'x-roles')) refuse(operation, 403, 'forbidden');
}

function isKeyless(path: string, { tags }: Operation): boolean {
  return KEYLESS_PATHS.includes(path) || (tags?.some((tag) => KEYLESS.includes(tag)) ?? false);
}

function addHeaders(operation: Operation, isWrite: boolean, isKeyless: boolean): void {
  const names = ['ConsistencyToken', ...(isWrite && !isKeyless ? ['IdempotencyKey'] : [])];
  const isPaged = operation.parameters?.some((one) => 'name' in one && one.name === 'range') ?? false;
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
  addAnswerHeader(operation, '200', 'X-Stale', 'Stale');
  if (isPaged) addAnswerHeader(operation, '200', 'Content-Range', 'ContentRange');
  refuse(operation, 503, 'not-ready', 'projection-stopped', 'vault-behind');
  if (!isWrite) return;
  addAnswerHeader(operation, '200', 'X-Consistency-Token', 'ConsistencyToken');
  refuse(operation, 503, 'busy', 'outcome-unknown', 'storage-full', 'log-replaced');
  refuse(operation, 409, STREAM_DAMAGED);
  if (isKeyless) return;
  refuse(operation, 400, 'idempotency-key-invalid');
  refuse(operation, 422, 'idempotency-mismatch');
}

function namesProduct({ requestBody }: Operation, { components }: OpenAPIObject): boolean {
  const content = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
  const schema = content?.schema;
  const named = schema && '$ref' in schema ? components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] : schema;
  return named !== undefined && 'properties' in named && named.properties?.productId !== undefined;
}

function addProduct(operation: Operation): void {
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/ProductId' }];
  refuse(operation, 400, 'product-mismatch');
}

function refuse(operation: Operation, status: number, ...codes: string[]): void {
  const all = [...new Set([...codesOf(operation, String(status)), ...codes])];
  const content = { 'application/json': { schema: schemaOf(refusalShape(all)) } };
  operation.responses[status] = { description: all.join(', '), content };
}

export function codesOf({ responses }: Pick<Operation, 'responses'>, status: string): readonly string[] {
  const response = responses[status];
  const schema = response && 'content' in response ? response.content?.['application/json']?.schema : undefined;
  const code = schema && 'properties' in schema ? schema.properties?.code : undefined;
  return code && 'enum' in code ? (code.enum as string[]) : [];
}

function addAnswerHeader({ responses }: Operation, status: string, name: string, header: string): void {
  const response = responses[status];
  if (!response || '$ref' in response) return;
  response.headers = { ...response.headers, [name]: { $ref: `#/components/headers/${header}` } };
}

function isMarked(operation: Operation, name: 'x-open' | 'x-roles'): boolean {
  return name in operation;
}
