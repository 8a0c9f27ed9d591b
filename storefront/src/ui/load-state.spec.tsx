import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { AsOf, LoadFailure } from './load-state.js';

const AT = Date.parse('2026-03-06T01:34:26Z');
let isOnline = true;

beforeAll(() => Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline }));
const connection = (next: boolean) =>
  act(() => {
    isOnline = next;
    window.dispatchEvent(new Event(next ? 'online' : 'offline'));
  });
afterEach(() => connection(true));

describe('a page without an answer from the server', () => {
  it('shows the age of its data and the reason', () => {
    const { rerender } = render(<AsOf at={AT} failed={false} />);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    rerender(<AsOf at={AT} failed />);
    expect(screen.getByRole('status')).toHaveTextContent('As of 01:34:26. The server has not answered since');
    connection(false);
    expect(screen.getByRole('status')).toHaveTextContent('As of 01:34:26. You are offline.');
  });

  it('distinguishes a failure from a lost connection and refetches on reconnection', () => {
    const retry = jest.fn();
    render(<LoadFailure error={new Error('It broke.')} retry={retry} />);
    expect(screen.getByRole('alert')).toHaveTextContent('It broke.');
    connection(false);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByText('You are offline.')).toBeInTheDocument();
    expect(retry).not.toHaveBeenCalled();
    connection(true);
    expect(retry).toHaveBeenCalledTimes(1);
  });
});
