import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Countdown, inWords, ReleaseTimes, remaining } from './countdown.js';

const NOW = Date.UTC(2026, 2, 6, 10, 59, 57);

afterEach(() => {
  jest.useRealTimers();
});

describe('the remaining time', () => {
  it('is days, hours, minutes and seconds, never below zero', () => {
    expect(remaining(((26 * 60 + 3) * 60 + 4) * 1_000)).toEqual({ days: 1, hours: 2, minutes: 3, seconds: 4 });
    expect(remaining(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });

  it('counts a started second as whole, so that zero means departed', () => {
    expect(remaining(1).seconds).toBe(1);
    expect(remaining(0).seconds).toBe(0);
  });

  it('is shown in its two largest units', () => {
    expect(inWords({ days: 1, hours: 0, minutes: 5, seconds: 9 })).toBe('1 day 5 minutes');
    expect(inWords({ days: 0, hours: 0, minutes: 0, seconds: 0 })).toBe('now');
  });
});

describe('the countdown', () => {
  const shown = () => screen.getByRole('timer').textContent;

  it('flips every second down to zero and stays there', () => {
    jest.useFakeTimers({ now: NOW });
    render(<Countdown to="2026-03-06T11:00:00Z" />);
    expect(shown()).toBe('00Days00Hrs00Min03Sec');
    act(() => jest.advanceTimersByTime(1_000));
    expect(shown()).toBe('00Days00Hrs00Min02Sec');
    act(() => jest.advanceTimersByTime(9_000));
    expect(shown()).toBe('00Days00Hrs00Min00Sec');
  });

  it('gives screen readers words without the seconds', () => {
    jest.useFakeTimers({ now: NOW });
    render(<Countdown to="2026-03-06T13:10:57Z" />);
    expect(screen.getByRole('timer', { name: 'Departs in 2 hours 11 minutes' })).toBeInTheDocument();
  });

  it('does not tell screen readers that the last minute is over before it is', () => {
    jest.useFakeTimers({ now: NOW });
    render(<Countdown to="2026-03-06T11:00:00Z" />);
    expect(screen.getByRole('timer', { name: 'Departs in less than a minute' })).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(3_000));
    expect(screen.getByRole('timer', { name: 'Departs now' })).toBeInTheDocument();
  });
});

describe('the departure', () => {
  it("is shown in the viewer's zone first, then in the drop's", () => {
    render(<ReleaseTimes at="2026-03-06T16:00:00Z" zone="America/New_York" />);
    const text = screen.getByText('Fri 6 Mar 16:00 UTC').closest('p');
    expect(text).toHaveTextContent(/UTC.*Fri 6 Mar 11:00 New York$/);
  });
});
