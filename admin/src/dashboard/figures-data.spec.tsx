import { jest } from '@jest/globals';
import { viewerZone } from '@supreme-access/contract/clocks.js';
import type { ReleaseOutcome } from '@supreme-access/contract/shapes/releases.js';
import { act, renderHook } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { refreshFor, useFigures } from './figures-data.js';

describe('the dashboard', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each<[string, ReleaseOutcome[] | null, number]>([
    ['soon again during a release', [{ productId: 'p1' } as ReleaseOutcome], 5],
    ['only now and then else', [], 1],
    ['rarely before the first message', null, 1],
  ])('is read %s', async (_, releases, reads) => {
    const board = jest.fn(async () => ({}));
    const dataProvider = { board } as unknown as DataProvider;
    const { unmount } = renderHook(() => useFigures(refreshFor(releases)), {
      wrapper: ({ children }) => <CoreAdminContext dataProvider={dataProvider}>{children}</CoreAdminContext>,
    });
    await act(() => jest.advanceTimersByTimeAsync(9_000));
    expect(board).toHaveBeenCalledTimes(reads);
    expect(board).toHaveBeenLastCalledWith(viewerZone(), expect.anything());
    unmount();
  });
});
