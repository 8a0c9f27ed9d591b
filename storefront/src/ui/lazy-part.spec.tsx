import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Dialog } from './dialog.js';
import { inDialog, lazyPart } from './lazy-part.js';

const Page = () => <p>The page</p>;
const fails = (load: jest.Mock<() => Promise<typeof Page>>, times: number) => {
  for (let time = 0; time < times; time += 1) load.mockRejectedValueOnce(new Error('no answer'));
};

describe('a lazy component', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('renders at once after a preload', async () => {
    const load = jest.fn(async () => Page);
    const Part = lazyPart(load);
    await Part.preload();
    render(<Part />);
    expect(screen.getByText('The page')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('shows a fallback without a preload, and loads again after a failed one', async () => {
    const load = jest.fn(async () => Page);
    fails(load, 2);
    const Part = lazyPart(load);
    await expect(Part.preload()).rejects.toThrow('did not load');
    render(<Part />);
    expect(screen.getByText('Loading')).toBeVisible();
    expect(await screen.findByText('The page')).toBeVisible();
  });

  it('reports a failed load in its place, and loads again on a press or after a pause', async () => {
    jest.useFakeTimers();
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const load = jest.fn(async () => Page);
    fails(load, 6);
    const Part = lazyPart(load);
    render(
      <>
        <p>The grid</p>
        <Part />
      </>,
    );
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('alert')).toHaveTextContent('A part of this page did not load.');
    expect(screen.getByText('The grid')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect([screen.queryByText('The page'), load.mock.calls.length]).toEqual([null, 4]);
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.getByText('The page')).toBeVisible();
  });

  it('opens an empty dialog that can be closed, and returns the focus to the opener', async () => {
    const Sheet = ({ onClose }: { onClose(): void }) => (
      <Dialog open title="Hoodie" onClose={onClose}>
        The sheet
      </Dialog>
    );
    let come = (_: typeof Sheet) => {};
    const Part = lazyPart(() => new Promise<typeof Sheet>((resolve) => (come = resolve)), inDialog('Hoodie', 'sheet'));
    function Grid() {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
          {isOpen && <Part onClose={() => setOpen(false)} />}
        </>
      );
    }
    render(<Grid />);
    const opener = screen.getByRole('button', { name: 'Open' });
    const press = () => {
      opener.focus();
      fireEvent.click(opener);
    };
    jest.useFakeTimers();
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    press();
    expect(screen.queryByRole('dialog')).toBeNull();
    await pass(400);
    expect(screen.getByRole('dialog', { name: 'Hoodie' })).toHaveTextContent('Loading');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await pass(10);
    expect(screen.queryByRole('dialog')).toBeNull();
    press();
    await pass(400);
    await act(async () => come(Sheet));
    expect(screen.getByRole('dialog', { name: 'Hoodie' })).toHaveTextContent('The sheet');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await pass(10);
    expect(opener).toHaveFocus();
  });

  it('leaves its own errors to the page', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const Part = lazyPart(async () => () => {
      throw new Error('a fault');
    });
    await Part.preload();
    expect(() => render(<Part />)).toThrow('a fault');
  });
});
