import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { type Answers, given, ORDER, refusal, SESSION } from '../app.fixture.js';

/** ms; longer than the list waits before it looks again by itself */
const A_WHILE = 31_000;
const MOVED = { ...ORDER, status: 'processing', statusLabel: 'Processing' };

beforeEach(() => {
  localStorage.setItem('user', JSON.stringify(SESSION));
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => jest.useRealTimers());

describe('the orders', () => {
  it('are looked at again where no live event comes through', async () => {
    const answers: Answers = { '/api/user/orders/': refusal(404, 'not-found'), '/api/user/orders': [ORDER] };
    given('/user/orders', answers);
    await screen.findByText('Pending');
    answers['/api/user/orders'] = [MOVED];

    await act(() => jest.advanceTimersByTimeAsync(A_WHILE));

    expect(await screen.findByText('Processing')).toBeInTheDocument();
  });
});
