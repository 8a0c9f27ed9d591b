import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { lazyPart, loadChunk } from './chunks.js';

const never = () => new Promise<never>(() => {});

describe('a script chunk', () => {
  it('is loaded once when it arrives', async () => {
    const load = jest.fn(async () => 'page');
    expect(await loadChunk(load)).toBe('page');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is asked for once more when it failed or was late', async () => {
    const failing = jest
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValueOnce('page');
    expect(await loadChunk(failing)).toBe('page');
    const late = jest.fn<() => Promise<string>>().mockImplementationOnce(never).mockResolvedValueOnce('page');
    expect(await loadChunk(late, 1)).toBe('page');
  });

  it('is given up after the second try', async () => {
    const load = jest.fn(never);
    await expect(loadChunk(load, 1)).rejects.toThrow('did not load');
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('a part that is loaded late', () => {
  it('is shown at once where it was fetched before', async () => {
    const load = jest.fn(async () => () => <p>The page</p>);
    const Part = lazyPart(load);
    await Part.preload();
    render(<Part />);
    expect(screen.getByText('The page')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is waited for where it was not, and fetched again where that failed', async () => {
    const load = jest.fn(async () => () => <p>The page</p>);
    for (let time = 0; time < 2; time += 1) load.mockRejectedValueOnce(new Error('no answer'));
    const Part = lazyPart(load);
    await expect(Part.preload()).rejects.toThrow('no answer');
    render(
      <Suspense fallback="Loading">
        <Part />
      </Suspense>,
    );
    expect(screen.getByText('Loading')).toBeVisible();
    expect(await screen.findByText('The page')).toBeVisible();
  });
});
