import { jest } from '@jest/globals';
import { viewerZone } from '@supreme-access/contract/clocks.js';
import type { ReleaseOutcome } from '@supreme-access/contract/shapes/releases.js';
import { act, renderHook } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { refreshFor, useBoard } from './board.js';

describe('the board', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each<[string, ReleaseOutcome[] | null, number]>([
    ['soon again while a release is told beside it', [{ productId: 'p1' } as ReleaseOutcome], 5],
    ['only now and then else', [], 1],
    ['only now and then while nothing was told yet', null, 1],
  ])('is read %s', async (_, releases, asked) => {
    const board = jest.fn(async () => ({}));
    const dataProvider = { board } as unknown as DataProvider;
    const { unmount } = renderHook(() => useBoard(refreshFor(releases)), {
      wrapper: ({ children }) => <CoreAdminContext dataProvider={dataProvider}>{children}</CoreAdminContext>,
    });
    await act(() => jest.advanceTimersByTimeAsync(9_000));
    expect(board).toHaveBeenCalledTimes(asked);
    expect(board).toHaveBeenLastCalledWith(viewerZone(), expect.anything());
    unmount();
  });
});
