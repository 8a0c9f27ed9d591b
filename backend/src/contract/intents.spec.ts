import { Intent } from './intents.js';

describe('an intent', () => {
  it('keeps its key while the same is said', () => {
    const intent = new Intent();
    expect(intent.keyFor('a slot')).toBe(intent.keyFor('a slot'));
  });

  it('is another one when something else is said, and when it has its answer', () => {
    const intent = new Intent();
    const first = intent.keyFor('a slot');
    const second = intent.keyFor('a refund');
    intent.settle(second);
    expect(new Set([first, second, intent.keyFor('a refund')]).size).toBe(3);
  });

  it('is not settled by the answer to an earlier one', () => {
    const intent = new Intent();
    const first = intent.keyFor('a slot');
    const second = intent.keyFor('a refund');
    intent.settle(first);
    expect(intent.keyFor('a refund')).toBe(second);
  });
});
