import type Stripe from 'stripe';
import { inRequest, RequestContext } from '../telemetry/request-context.js';
import { instrumented } from './instrumented-client.js';

describe('the instrumented Stripe client', () => {
  const recorded: (string | null)[] = [];
  let waited: number[] = [];
  const send = (answer: () => Promise<number>, timeout = 1) => {
    waited = [];
    const client = {
      getClientName: () => 'spec',
      makeRequest: async (...args: number[]) => {
        waited.push(Number(args[7]));
        const status = await answer();
        return { getStatusCode: () => status };
      },
    } as unknown as Stripe.HttpClient;
    recorded.length = 0;
    return instrumented(client, (trouble) => recorded.push(trouble)).makeRequest(
      '',
      '',
      '',
      '',
      {},
      '',
      'https',
      timeout,
    );
  };

  it.each([
    [200, null],
    [402, null],
    [409, null],
    [429, 'busy'],
    [500, 'server-error'],
    [503, 'server-error'],
  ])('records each answer: %i is %p', async (status, trouble) => {
    await send(async () => status);
    expect(recorded).toEqual([trouble]);
  });

  it('records no request without time left: it sends nothing, or waits less', async () => {
    const within = (ms: number, answer: () => Promise<number>) => {
      const request = new RequestContext(ms);
      const asking = inRequest(request, () => send(answer, 10_000)).catch((error: unknown) => Object(error).code);
      return { request, asking };
    };
    const late = () => Promise.reject(Object.assign(new Error('ETIMEDOUT'), { code: 'ETIMEDOUT' }));
    const unsent = within(2_000, () => Promise.reject(new Error('it was sent')));
    expect([await unsent.asking, unsent.request.hasTried]).toEqual(['ETIMEDOUT', false]);
    const hurried = within(8_000, late);
    expect([await hurried.asking, hurried.request.hasTried, recorded]).toEqual(['ETIMEDOUT', true, []]);
    expect(waited.every((ms) => ms > 0 && ms <= 6_000)).toBe(true);
    await within(20_000, late).asking;
    expect(recorded).toEqual(['connection']);
  });

  it('records a request without an answer', async () => {
    const timeout = () => Promise.reject(Object.assign(new Error('ETIMEDOUT'), { code: 'ETIMEDOUT' }));
    await expect(send(timeout)).rejects.toThrow('ETIMEDOUT');
    expect(recorded).toEqual(['connection']);
  });
});
