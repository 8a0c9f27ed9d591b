import type { Send } from '../http/outgoing/http-calls.js';
import { OwnRetailer } from '../retailers/own/own-retailer.js';

describe('whether the retailer is away', () => {
  const results: (string | null)[] = [];
  const never = new AbortController().signal;
  const lookUp = (send: Send, signal = never) => {
    results.length = 0;
    const client = new OwnRetailer({
      url: 'https://retailer.example',
      key: 'a-key',
      send,
      recordResult: (trouble) => results.push(trouble),
    });
    return client.lookUp({ reference: 'order-1:1' }, signal);
  };
  const answers = (status: number, body: object) => async () => ({
    status,
    retryAfter: undefined,
    text: JSON.stringify(body),
  });
  const declined = { reference: 'order-1:1', outcome: 'refused', reason: 'declined', retryable: false };

  it.each([
    [200, declined, null],
    [200, { reference: 'order-1:1', outcome: 'never-seen' }, null],
    [401, { error: 'unauthorized' }, null],
    [409, { error: 'reference-conflict' }, null],
    [429, { error: 'busy' }, 'busy'],
    [500, {}, 'server-error'],
    [503, {}, 'server-error'],
  ])('is told by each answer: %i %j is %p', async (status, body, trouble) => {
    await lookUp(answers(status, body));
    expect(results).toEqual([trouble]);
  });

  it('is told by a connection that fails, and by a deadline', async () => {
    await lookUp(() => Promise.reject(new Error('other side closed')));
    expect(results).toEqual(['connection']);
    const over = AbortSignal.abort(new DOMException('over', 'TimeoutError'));
    await lookUp(() => Promise.reject(over.reason), over);
    expect(results).toEqual(['aborted']);
  });

  it('is not told by a request that we gave up ourselves', async () => {
    const stopping = AbortSignal.abort();
    await lookUp(() => Promise.reject(stopping.reason), stopping);
    expect(results).toEqual([]);
  });
});
