import { jest } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clock } from '../ui/format.js';
import { BoardReading, type Read } from './BoardReading.js';

const AT = Date.UTC(2026, 10, 22, 1, 34, 26);
const read = (over: Partial<Read> = {}): Read => ({
  ...{ data: [], error: null, dataUpdatedAt: AT },
  refetch: jest.fn(),
  ...over,
});
const asOf = `Last updated ${clock(new Date(AT).toISOString())}.`;

describe('the board', () => {
  afterEach(() => act(() => onlineManager.setOnline(true)));

  it('says nothing of its reading while that goes well, or has just begun', () => {
    const { container, rerender } = render(<BoardReading reads={[read(), read()]} />);
    expect(container).toBeEmptyDOMElement();
    rerender(<BoardReading reads={[read(), read({ data: undefined, dataUpdatedAt: 0 })]} />);
    expect(container).toBeEmptyDOMElement();
  });

  it('that could not be read in part says why, and reads all of it again on request', async () => {
    const reads = [read(), read({ data: undefined, dataUpdatedAt: 0, error: new Error('Down.') })];
    render(<BoardReading reads={reads} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Down.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    for (const { refetch } of reads) expect(refetch).toHaveBeenCalledTimes(1);
  });

  it('that cannot be read anew says since when the oldest of it stands', () => {
    render(<BoardReading reads={[read({ dataUpdatedAt: AT + 60_000 }), read({ error: new Error('Down.') })]} />);
    expect(screen.getByRole('status')).toHaveTextContent(`Down. ${asOf}`);
  });

  it('says that the browser is offline', () => {
    render(<BoardReading reads={[read()]} />);
    act(() => onlineManager.setOnline(false));
    expect(screen.getByRole('status')).toHaveTextContent(`You are offline. ${asOf}`);
  });
});
