import type Stripe from 'stripe';
import { inRequest, RequestContext } from '../platform/request-context.js';
import { overheard } from './overheard.js';

describe('whether Stripe is away', () => {
  const heard: (string | null)[] = [];
  let waited: number[] = [];
  const asks = (answer: () => Promise<number>, timeout = 1) => {
    waited = [];
    const client = {
      getClientName: () => 'spec',
      makeRequest: async (...asked: number[]) => {
        waited.push(Number(asked[7]));
        const status = await answer();
        return { getStatusCode: () => status };
      },
    } as unknown as Stripe.HttpClient;
    heard.length = 0;
    return overheard(client, (trouble) => heard.push(trouble)).makeRequest('', '', '', '', {}, '', 'https', timeout);
  };

  it.each([
    [200, null],
    [402, null],
    [409, null],
    [429, 'busy'],
    [500, 'server-error'],
    [503, 'server-error'],
  ])('is told by each answer: %i is %p', async (status, trouble) => {
    await asks(async () => status);
    expect(heard).toEqual([trouble]);
  });

  it('is not told by a request of ours that had no time left: nothing is sent, or less is waited', async () => {
    const within = (ms: number, answer: () => Promise<number>) => {
      const request = new RequestContext(ms);
      const asking = inRequest(request, () => asks(answer, 10_000)).catch((error: unknown) => Object(error).code);
      return { request, asking };
    };
    const late = () => Promise.reject(Object.assign(new Error('ETIMEDOUT'), { code: 'ETIMEDOUT' }));
    const unsent = within(2_000, () => Promise.reject(new Error('it was sent')));
    expect([await unsent.asking, unsent.request.hasTried]).toEqual(['ETIMEDOUT', false]);
    const hurried = within(8_000, late);
    expect([await hurried.asking, hurried.request.hasTried, heard]).toEqual(['ETIMEDOUT', true, []]);
    expect(waited.every((ms) => ms > 0 && ms <= 6_000)).toBe(true);
    await within(20_000, late).asking;
    expect(heard).toEqual(['connection']);
  });

  it('is told by a request that is not answered', async () => {
    const timeout = () => Promise.reject(Object.assign(new Error('ETIMEDOUT'), { code: 'ETIMEDOUT' }));
    await expect(asks(timeout)).rejects.toThrow('ETIMEDOUT');
    expect(heard).toEqual(['connection']);
  });
});
