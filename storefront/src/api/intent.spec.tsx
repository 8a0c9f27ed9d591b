import { ApiError } from './api.js';
import { createIntents } from './intent.js';

const LOST = new ApiError('no-answer', 'lost', 0);
const REFUSED = new ApiError('sold-out', 'sold out', 409);

function given(...outcomes: unknown[]) {
  const sent: { key: string; body: unknown }[] = [];
  const command = async <T,>(_path: string, body: unknown, key: string): Promise<T> => {
    sent.push({ key, body });
    const outcome = outcomes.shift();
    if (outcome instanceof Error) throw outcome;
    return outcome as T;
  };
  const made: number[] = [];
  const build = () => ({ sealed: made.push(0) });
  return { sent, build, send: createIntents(command) };
}

describe('an intent', () => {
  it('keeps its key and its body while the outcome is unknown', async () => {
    const { sent, send, build } = given(LOST, 'done');
    await expect(send('/slot', ['m'], build)).rejects.toBe(LOST);
    expect(await send('/slot', ['m'], build)).toBe('done');
    expect(sent[1]).toEqual(sent[0]);
  });

  it('is a new one after a refusal and after success', async () => {
    const { sent, send, build } = given(REFUSED, 'done', 'again');
    await expect(send('/slot', ['m'], build)).rejects.toBe(REFUSED);
    await send('/slot', ['m'], build);
    await send('/slot', ['m'], build);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
    expect(sent.map(({ body }) => body)).toEqual([{ sealed: 1 }, { sealed: 2 }, { sealed: 3 }]);
  });

  it('is a new one for other input', async () => {
    const { sent, send, build } = given(LOST, 'done');
    await expect(send('/slot', ['m'], build)).rejects.toBe(LOST);
    await send('/slot', ['l'], build);
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });
});
