import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type Access, PROMISED } from '@supreme-access/test/fixtures/promised-routes.js';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../config/config.js';
import { codesOf } from '../http/describe-api.js';
import { STATUS } from '../http/refusals.js';
import { type ProductServer, startServer } from './server.js';
import { SECRETS } from './stores.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & { 'x-roles'?: string[] };
type Schema = {
  [name: string]: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
};

const ADMIN = { ADMIN_EMAIL: 'owner@shop.example', ADMIN_PASSWORD: 'a password of its owner' };
const ROLES: Record<Access, string[] | undefined> = {
  anyone: undefined,
  session: undefined,
  admin: ['admin'],
  staff: ['admin', 'auditor'],
};
/** Answered only where nothing is real, by routes that are described there alone. */
const FIRST_MINUTE = ['crowd-gathering', 'drop-running'];
/** Said between workers and never to a caller. */
const INTERNAL = [
  'account-open',
  'charge-open',
  'checkout-open',
  'claimed',
  'no-evidence',
  'not-prepared',
  'not-proven',
  'number-taken',
  'refund-open',
  'test-order',
];

describe('the description of the API', () => {
  let server: ProductServer;
  let directory = '';
  let text = '';
  let document: OpenAPIObject;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'openapi-'));
    const settings = { DATA_DIR: directory, LOG_LEVEL: 'silent', SEED: 'none', PORT: '0', ...ADMIN };
    server = await startServer(readConfig(settings));
    await server.ready;
    text = await (await fetch(`${server.url}/api/docs-json`)).text();
    document = JSON.parse(text) as OpenAPIObject;
  });
  afterAll(async () => {
    await server?.stop();
    await rm(directory, { recursive: true });
  });

  const find = (method: string, path: string): Operation => {
    const operation = (document.paths[path] as Record<string, Operation> | undefined)?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not described`);
    return operation;
  };
  const routes = () => apiRoutes(server.app.getHttpAdapter().getInstance() as unknown as FastifyInstance);
  const each = (check: (operation: Operation, name: string) => string[]) =>
    routes().flatMap(([method, path]) =>
      check(find(method, path), `${method} ${path}`).map((problem) => `${method} ${path}: ${problem}`),
    );

  it('holds every route that there is, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      routes()
        .map(([method, path]) => `${method} ${path}`)
        .sort(),
    );
    expect(described.length).toBeGreaterThan(60);
  });

  it('says of each what it answers', () => {
    const silent = each(({ responses }) => {
      const [content] = Object.values((responses['200'] as { content?: object } | undefined)?.content ?? {});
      return content?.schema && !('201' in responses) ? [] : ['no schema of the answer, or two'];
    });
    expect(silent).toEqual([]);
    expect(answerOf(find('GET', '/api/admin/orders'))).toHaveProperty('type', 'array');
  });

  it('says of each what it refuses', () => {
    const silent = each((operation, name) => {
      const wanted: [boolean, string, string][] = [
        [true, '503', 'starting'],
        [true, '503', 'stopping'],
        [operation.requestBody !== undefined, '413', 'too-large'],
        [operation.security !== undefined, '401', 'unauthorized'],
        [operation['x-roles'] !== undefined, '403', 'forbidden'],
        [/\{(id|orderId)\}/.test(name), '404', 'not-found'],
      ];
      return wanted
        .filter(([isWanted, status, code]) => isWanted && !codesOf(operation, status).includes(code))
        .map(([, status, code]) => `${status} ${code}`);
    });
    expect(silent).toEqual([]);
  });

  it('says of each who may call it, as the server decides', async () => {
    const wrong: string[] = [];
    for (const [method, path] of routes()) {
      const answer = await fetch(server.url + path.replace(/\{\w+\}/g, 'x'), { method });
      await answer.body?.cancel();
      const operation = find(method, path);
      // An open route may ask for a signature or an encrypted card instead, and says so.
      const asSaid = operation.security
        ? answer.status === 401
        : answer.status !== 401 || codesOf(operation, '401').length > 0;
      if (!asSaid) wrong.push(`${method} ${path}: ${answer.status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('says what headers mean in one place', () => {
    const { parameters, headers } = document.components ?? {};
    expect(Object.keys(parameters ?? {})).toEqual(['IdempotencyKey', 'ConsistencyToken', 'ProductId']);
    expect(Object.keys(headers ?? {})).toContain('ConsistencyToken');
    const key = { $ref: '#/components/parameters/IdempotencyKey' };
    expect(find('POST', '/api/checkout/withprofile').parameters).toContainEqual(key);
    for (const path of ['/register', '/api/resetpassword']) expect(find('POST', path).parameters).toContainEqual(key);
    for (const path of ['/login', '/api/forgotpw', '/api/admin/orders/{id}/aco'])
      expect(find('POST', path).parameters).not.toContainEqual(key);
    const product = { $ref: '#/components/parameters/ProductId' };
    for (const path of ['/api/checkout/withprofile', '/api/checkout/completeuser', '/api/admin/orders/create']) {
      expect(find('POST', path).parameters).toContainEqual(product);
      expect(codesOf(find('POST', path), '400')).toContain('product-mismatch');
    }
    expect(find('POST', '/api/user/profiles/add').parameters).not.toContainEqual(product);
    expect(find('GET', '/api/admin/orders').responses['200']).toHaveProperty('headers.Content-Range');
  });

  it('knows every code that the sources refuse with', () => {
    const codes = new Set(each((operation) => codesIn(operation)).map((line) => line.slice(line.indexOf(': ') + 2)));
    const unknown = refusalsInSources().filter((refusal) => !codes.has(refusal));
    const exceptions = [...INTERNAL, ...FIRST_MINUTE];
    expect(unknown.filter((refusal) => !exceptions.includes(refusal.split(' ')[1] ?? ''))).toEqual([]);
  });

  it('has no empty list of required fields, which OpenAPI 3.0 forbids', () => {
    expect(text).not.toContain('"required":[]');
  });

  it('holds no address, key or secret', () => {
    expect(text).not.toMatch(/[^\s"'<]+@[\w-]+\.\w+/);
    expect(text).not.toMatch(/\b(sk|rk|whsec)_\w|-----BEGIN|\beyJ[\w-]+\./);
    const { secrets } = server.platform;
    const own = [...Object.values(ADMIN), directory, ...SECRETS.map((name) => secrets.get(name))];
    expect(own.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it.each(PROMISED)('promises %s %s to %s', (method, path, access, takes, answers) => {
    const operation = find(method, path);
    expect(operation.security).toEqual(access === 'anyone' ? undefined : [{ bearer: [] }]);
    expect(operation['x-roles']).toEqual(ROLES[access]);
    expect(inputsOf(operation, document)).toEqual(expect.arrayContaining(words(takes)));
    expect(fieldsOf(answerOf(operation))).toEqual(expect.arrayContaining(words(answers)));
  });
});

const words = (list: string) => list.split(' ').filter((word) => word !== '');

function codesIn(operation: Operation): string[] {
  return Object.keys(operation.responses).flatMap((status) =>
    codesOf(operation, status).map((code) => `${status} ${code}`),
  );
}

/** Routes of the API as `[method, path]`: not the pages, and not what tells of the server's health. */
function apiRoutes(fastify: FastifyInstance): [string, string][] {
  const above: string[] = [];
  return fastify
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [, indent = '', name = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)/.exec(line) ?? [];
      above.splice(indent.length / 4, above.length, name);
      const path = above.join('').replace(/:(\w+)/g, '{$1}');
      const isApi = /^\/(api|\.well-known)\//.test(path) && !path.startsWith('/api/docs');
      const tried = methods.split(', ').filter((method) => method !== 'HEAD' && method !== '');
      return tried.filter((method) => isApi || path === '/users' || method !== 'GET').map((method) => [method, path]);
    });
}

function answerOf({ responses }: Operation): Schema {
  const { content = {} } = responses['200'] as { content?: Record<string, { schema: Schema }> };
  return Object.values(content)[0]?.schema ?? {};
}

function fieldsOf({ items, allOf = [], oneOf = [], properties = {} }: Schema): string[] {
  return [...Object.keys(properties), ...[...allOf, ...oneOf].flatMap(fieldsOf), ...(items ? fieldsOf(items) : [])];
}

/** Names of what a route takes in its body and its query. */
function inputsOf({ requestBody, parameters = [] }: Operation, document: OpenAPIObject): string[] {
  const { content = {} } = (requestBody ?? {}) as { content?: Record<string, { schema: { $ref?: string } }> };
  const name = content['application/json']?.schema.$ref?.split('/').at(-1) ?? '';
  const body = document.components?.schemas?.[name] as Schema | undefined;
  return [...fieldsOf(body ?? {}), ...parameters.flatMap((one) => ('name' in one ? [one.name] : []))];
}

/** Every `{status} {code}` that is spelt out where it is thrown. */
function refusalsInSources(): string[] {
  const root = resolve(import.meta.dirname, '../..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !/\.(spec|fixture|contract)\.ts$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const refused = [...source.matchAll(/new Refused\(\s*'([\w-]+)',\s*'([\w-]+)'/g)];
      // Forms hand their codes on to what reads a field.
      const mistakes = file.endsWith('-form.ts') ? [...source.matchAll(/'([\w-]+-(?:invalid|required))'/g)] : [];
      return [...refused, ...mistakes];
    })
    .map(([, code = '', kind = 'invalid']) => `${STATUS[kind as keyof typeof STATUS]} ${code}`);
}
