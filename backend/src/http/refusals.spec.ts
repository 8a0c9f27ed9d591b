import type { ArgumentsHost } from '@nestjs/common';
import pino from 'pino';
import { Refused } from '../event-sourcing/decider.js';
import { createLogger } from '../telemetry/logger.js';
import { inRequest, RequestContext } from '../telemetry/request-context.js';
import { SecurityLog } from '../telemetry/security-log.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import { type Limit, Limits } from './limits/limits.js';
import { memoryLimits } from './limits/memory-limits.js';
import { RefusalFilter } from './refusals.js';

/** What is answered to who asked, and what is written down, when this is thrown. `isStale`: behind the position that was asked for. */
function answered(thrown: unknown, isStale = false) {
  const written: string[] = [];
  const logger = createLogger('info', { write: (line) => void written.push(line) });
  const filter = new RefusalFilter(logger, new SecurityLog(pino({ enabled: false }), 'a secret of the specs'));
  const reply = {
    sent: false,
    status: 0,
    body: {},
    headers: {} as Record<string, string>,
  };
  const response = {
    sent: false,
    hasHeader: (name: string) => isStale && name === 'x-stale',
    header: (name: string, value: string) => Object.assign(reply.headers, { [name]: value }),
    status: (status: number) => {
      reply.status = status;
      return { send: (body: object) => Object.assign(reply, { body }) };
    },
  };
  const request = { id: 'request-1', method: 'POST', ip: '203.0.113.7', routeOptions: { url: '/login' } };
  const host = { switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }) };
  filter.catch(thrown, host as unknown as ArgumentsHost);
  return { status: reply.status, body: reply.body, headers: reply.headers, written };
}

describe('what went wrong inside', () => {
  it('is shown to nobody who asked, and logged once, with the request it happened in', () => {
    const { status, body, written } = answered(new Error('cannot open /data/vault: key 4242424242424242'));
    expect([status, body]).toEqual([
      500,
      { success: false, error: 'Something went wrong on our side.', code: 'internal' },
    ]);
    expect(written.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: 'request failed',
        requestId: 'request-1',
        err: expect.objectContaining({ message: 'cannot open /data/vault: key [redacted]' }),
      }),
    ]);
  });

  it('is shown no more by what is no error at all', () => {
    expect([answered('a text').body, answered(undefined).status]).toEqual([
      { success: false, error: 'Something went wrong on our side.', code: 'internal' },
      500,
    ]);
  });

  it('says when to come again where it is a store that is away, and is a refusal in all cases', () => {
    const { status, headers, written } = answered(
      new Refused('unavailable', 'unavailable', 'Not available right now.', 5),
    );
    expect([status, headers, written]).toEqual([503, { 'retry-after': '5' }, []]);
  });
});

describe('what a request was counted for', () => {
  let limit: Limit;
  beforeEach(() => {
    limit = new Limits(memoryLimits, 'a secret of the specs').of({ name: 'lookups', max: 60, seconds: 60 });
  });

  const countedAfter = async (thrown: unknown) => {
    const { status, body } = await inRequest(new RequestContext(), async () => {
      await limit.take('ada');
      return answered(thrown, true);
    });
    return { status, ...body, counted: await limit.counted('ada') };
  };

  it('stays counted where the asker named a position that nobody has reached, and what is missing is missing for that alone', async () => {
    const missing = new Refused('promo-invalid', 'not-found', 'This promo code is not valid.');
    expect(await countedAfter(missing)).toMatchObject({ status: 503, code: 'not-ready', counted: 1 });
  });

  it('is given back where a store was away as well', async () => {
    const away = new StoreUnavailable('MongoDB does not answer');
    expect(await countedAfter(away)).toMatchObject({ status: 503, code: 'unavailable', counted: 0 });
  });
});
