import type Stripe from 'stripe';
import { overheard } from './overheard.js';

describe('whether Stripe is away', () => {
  const heard: (string | null)[] = [];
  const asks = (answer: () => Promise<number>) => {
    const client = {
      getClientName: () => 'spec',
      makeRequest: async () => {
        const status = await answer();
        return { getStatusCode: () => status };
      },
    } as unknown as Stripe.HttpClient;
    heard.length = 0;
    return overheard(client, (trouble) => heard.push(trouble)).makeRequest('', '', '', '', {}, '', 'https', 1);
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

  it('is told by a request that is not answered', async () => {
    const timeout = () => Promise.reject(Object.assign(new Error('ETIMEDOUT'), { code: 'ETIMEDOUT' }));
    await expect(asks(timeout)).rejects.toThrow('ETIMEDOUT');
    expect(heard).toEqual(['connection']);
  });
});
