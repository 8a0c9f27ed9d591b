import { TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PRODUCT } from '../../../../test/fixtures/storefront/product.js';
import type { WaitlistInput } from './waitlist.js';

// jsdom lacks TextEncoder, which the router needs.
Object.assign(globalThis, { TextEncoder });
const { MemoryRouter } = await import('react-router-dom');
const { QueryClient, QueryClientProvider } = await import('@tanstack/react-query');
const { JoinWaitlist } = await import('./join-waitlist.js');

const HOME = {
  profileId: 'home',
  profileName: 'home',
  shipping: { firstName: 'Mira', lastName: 'Okafor' },
  card: { last4: '4242' },
};

describe('joining the waiting list', () => {
  it('waits for the profiles and uses the only one', async () => {
    Object.assign(globalThis, { fetch: () => new Promise(() => {}) });
    const client = new QueryClient();
    const joined = jest.fn(async (_: WaitlistInput) => {});
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <JoinWaitlist product={{ ...PRODUCT, styles: 'Ink' }} onJoin={joined} onClose={() => {}} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    const join = screen.getByRole('button', { name: 'Join the Waiting List' });
    await userEvent.selectOptions(screen.getByLabelText('Size'), 'm');
    await userEvent.click(join);
    expect(screen.queryByText('Choose a size.')).not.toBeInTheDocument();
    expect(join).toBeDisabled();
    await act(async () => void client.setQueryData(['profiles'], [HOME]));
    expect(await screen.findByRole('option', { name: /^home/ })).toBeInTheDocument();
    await userEvent.click(join);
    expect(joined).toHaveBeenCalledWith({ profileId: 'home', size: 'm', style: 'Ink' });
  });
});
