import { jest } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clock } from '../ui/format.js';
import { DashboardReading, type Read } from './DashboardReading.js';

const AT = Date.UTC(2026, 10, 22, 1, 34, 26);
const read = (over: Partial<Read> = {}): Read => ({
  ...{ data: [], error: null, dataUpdatedAt: AT },
  refetch: jest.fn(),
  ...over,
});
const asOf = `Last updated ${clock(new Date(AT).toISOString())}.`;

describe('the dashboard', () => {
  afterEach(() => act(() => onlineManager.setOnline(true)));

  it('shows no status while reading succeeds or has just begun', () => {
    const { container, rerender } = render(<DashboardReading reads={[read(), read()]} />);
    expect(container).toBeEmptyDOMElement();
    rerender(<DashboardReading reads={[read(), read({ data: undefined, dataUpdatedAt: 0 })]} />);
    expect(container).toBeEmptyDOMElement();
  });

  it('shows why a part failed, and reads everything again on request', async () => {
    const reads = [read(), read({ data: undefined, dataUpdatedAt: 0, error: new Error('Down.') })];
    render(<DashboardReading reads={reads} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Down.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    for (const { refetch } of reads) expect(refetch).toHaveBeenCalledTimes(1);
  });

  it('shows the age of its oldest part after a failed refresh', () => {
    render(<DashboardReading reads={[read({ dataUpdatedAt: AT + 60_000 }), read({ error: new Error('Down.') })]} />);
    expect(screen.getByRole('status')).toHaveTextContent(`Down. ${asOf}`);
  });

  it('shows that the browser is offline', () => {
    render(<DashboardReading reads={[read()]} />);
    act(() => onlineManager.setOnline(false));
    expect(screen.getByRole('status')).toHaveTextContent(`You are offline. ${asOf}`);
  });
});
