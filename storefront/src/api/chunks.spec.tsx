import { jest } from '@jest/globals';
import { loadChunk } from './chunks.js';

const never = () => new Promise<never>(() => {});

describe('a script chunk', () => {
  it('is loaded once when it arrives', async () => {
    const load = jest.fn(async () => 'page');
    expect(await loadChunk(load)).toBe('page');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is requested once more after a failure or time-out', async () => {
    const failing = jest
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValueOnce('page');
    expect(await loadChunk(failing)).toBe('page');
    const late = jest.fn<() => Promise<string>>().mockImplementationOnce(never).mockResolvedValueOnce('page');
    expect(await loadChunk(late, 1)).toBe('page');
  });

  it('fails after the second attempt', async () => {
    const load = jest.fn(never);
    await expect(loadChunk(load, 1)).rejects.toThrow('did not load');
    expect(load).toHaveBeenCalledTimes(2);
  });
});
