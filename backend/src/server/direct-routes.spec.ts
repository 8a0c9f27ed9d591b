import { jest } from '@jest/globals';
import { Body, Controller, type DynamicModule, HttpCode, Module, Param, Post, type Type } from '@nestjs/common';
import { PartServer } from '@supreme-access/test/fixtures/test-server.js';
import { Needs, Open } from '../auth/guard.js';
import { Limited } from '../auth/limited.js';
import { Refused } from '../event-sourcing/decider.js';
import { type RequestContext, type Session } from '../event-sourcing/requester.js';
import { answerDirectly, Direct } from '../http/direct-routes.js';
import { Text } from '../http/fields.js';
import { Context, SignedIn } from '../http/request.js';
import type { Platform } from './platform.js';
import { PlatformModule } from './platform.module.js';

class ReservationInput {
  @Text({ max: 10 })
  productId: string;
}

async function shown({ productId }: ReservationInput, { accountId }: Session, { metadata }: RequestContext) {
  if (productId === 'gone') throw new Refused('sold-out', 'conflict', 'Sold out.');
  if (productId === 'bug') throw new Error('a bug');
  metadata.settled?.(7);
  return { productId, accountId, kind: metadata.actor.kind, isKeyed: metadata.requestHash !== '' };
}

@Controller('api/direct')
class DirectRoutes {
  @Post('reservation')
  @Direct()
  @HttpCode(200)
  reservation(@Body() reservation: ReservationInput, @SignedIn() session: Session, @Context() context: RequestContext) {
    return shown(reservation, session, context);
  }
  @Post('staff')
  @Direct()
  @Needs('admin')
  @HttpCode(200)
  staff(@Body() reservation: ReservationInput, @SignedIn() session: Session, @Context() context: RequestContext) {
    return shown(reservation, session, context);
  }
  @Post('few')
  @Direct()
  @Open()
  @Limited({ name: 'few-direct', max: 1, seconds: 60 })
  @HttpCode(200)
  async few() {
    return {};
  }
}

@Controller('api/routed')
class RoutedRoutes {
  @Post('reservation')
  @HttpCode(200)
  reservation(@Body() reservation: ReservationInput, @SignedIn() session: Session, @Context() context: RequestContext) {
    return shown(reservation, session, context);
  }
  @Post('staff')
  @Needs('admin')
  @HttpCode(200)
  staff(@Body() reservation: ReservationInput, @SignedIn() session: Session, @Context() context: RequestContext) {
    return shown(reservation, session, context);
  }
  @Post('few')
  @Open()
  @Limited({ name: 'few-routed', max: 1, seconds: 60 })
  @HttpCode(200)
  async few() {
    return {};
  }
}

class Unfit {
  @HttpCode(200)
  async one(@Param('id') id: string) {
    return { id };
  }
  async two() {
    return {};
  }
}

@Module({})
class Part {}
const partOf =
  (...controllers: Type[]) =>
  (platform: Platform): DynamicModule => ({ module: Part, imports: [PlatformModule.of(platform)], controllers });

const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`);
const REQUESTS: readonly (readonly [what: string, path: string, body: unknown, headers?: Record<string, string>])[] = [
  ['a good one', 'reservation', { productId: 'cap' }],
  ['one under a key', 'reservation', { productId: 'cap' }, { 'idempotency-key': 'k-1' }],
  ['a bad key before a bad body', 'reservation', {}, { 'idempotency-key': 'ö' }],
  ['another product before an unknown field', 'reservation', { productId: 'cap', x: 1 }, { 'x-product-id': 'hat' }],
  ['no body', 'reservation', undefined],
  ['an unknown field', 'reservation', { productId: 'cap', x: 1 }],
  ['a text that is too long', 'reservation', { productId: 'x'.repeat(11) }],
  ['deep nesting', 'reservation', { productId: deep }],
  ['broken JSON', 'reservation', '{'],
  ['no session', 'reservation', { productId: 'cap' }, { authorization: '' }],
  ['a wrong role', 'staff', { productId: 'cap' }],
  ['a refusal', 'reservation', { productId: 'gone' }],
  ['a bug', 'reservation', { productId: 'bug' }],
  ['the first of a few', 'few', {}],
  ['one too many', 'few', {}],
];

describe('a route without Nest’s router', () => {
  let server: PartServer;
  let token: string;
  beforeAll(async () => {
    server = await PartServer.start(partOf(DirectRoutes, RoutedRoutes));
    token = server.platform.sessions.begin('8d0c5e30-0000-4000-8000-000000000001', ['shopper'], 0);
    server.platform.startup.isOver = true;
  });
  afterAll(() => server?.stop());

  async function ask(path: string, body: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(answer.headers);
    return { status: answer.status, body: await answer.json(), headers: rest };
  }

  for (const [what, path, body, headers] of REQUESTS) {
    it(`answers as one with it: ${what}`, async () => {
      const routed = await ask(`routed/${path}`, body, headers);
      expect(await ask(`direct/${path}`, body, headers)).toEqual(routed);
    });
  }

  it('does what it says, and says how far a reader must be', async () => {
    const { status, body, headers } = await ask(
      'direct/reservation',
      { productId: 'cap' },
      { 'idempotency-key': 'k-2' },
    );
    expect([status, body]).toEqual([
      200,
      { productId: 'cap', accountId: '8d0c5e30-0000-4000-8000-000000000001', kind: 'shopper', isKeyed: true },
    ]);
    expect(headers).toMatchObject({ 'x-consistency-token': '7', 'cache-control': 'no-store' });
  });

  it('answers as one with it while a refusal cannot be written to the security log', async () => {
    const full = jest.spyOn(server.platform.security, 'tell').mockImplementation(() => {
      throw new Error('ENOSPC');
    });
    const answers = [];
    for (const path of ['routed/staff', 'direct/staff']) answers.push(await ask(path, { productId: 'cap' }));
    full.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
  });

  it('cannot have parameters that need it, and names its status', () => {
    const registered = (method: string) => () => {
      const app = { get: () => new Unfit() } as never;
      const route = { config: { direct: { controller: Unfit, method } } };
      const fastify = { addHook: (_: string, hook: (one: object) => void) => hook(route) } as never;
      const parts = { guards: [], bodies: { transform: () => ({}) }, filter: { catch: () => undefined } };
      answerDirectly(app, fastify, parts);
    };
    expect(registered('one')).toThrow('parameter 0 of Unfit.one needs');
    expect(registered('two')).toThrow('Unfit.two names no status');
  });
});
