import { TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import type { ProfileView } from '@supreme-access/contract/shapes/people.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PRODUCT } from '../../../../test/fixtures/storefront/product.js';
import type { Choice } from './confirm-slot.js';

// jsdom lacks TextEncoder, which the router needs.
Object.assign(globalThis, { TextEncoder });
const { MemoryRouter } = await import('react-router-dom');
const { QueryClient, QueryClientProvider } = await import('@tanstack/react-query');
const { ChooseSlot } = await import('./choose-slot.js');

const CHOOSE = 'Choose a size, a style and a profile.';
const profile = (profileId: string) => {
  const shipping = { firstName: 'Mira', lastName: 'Okafor' };
  return { profileId, profileName: profileId, shipping, card: { last4: '4242' } } as unknown as ProfileView;
};

function given(of: Partial<PublicProduct> = {}) {
  Object.assign(globalThis, { fetch: () => new Promise(() => {}) });
  const client = new QueryClient();
  const chosen = jest.fn<(choice: Choice) => void>();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ChooseSlot product={{ ...PRODUCT, styles: 'Ink', ...of }} action="Secure Checkout" onChoice={chosen} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const arrive = async (...profiles: ProfileView[]) => {
    client.setQueryData(['profiles'], profiles);
    await waitFor(() => expect(screen.getByLabelText('Profile')).toBeEnabled());
  };
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Secure Checkout' }));
  const size = () => userEvent.click(screen.getByRole('radio', { name: 'M' }));
  return { chosen, arrive, press, size };
}

describe('choosing a slot', () => {
  it('continues by itself when it was pressed before the only profile loaded', async () => {
    const { chosen, arrive, press, size } = given();
    await size();

    await press();

    expect(screen.queryByText(CHOOSE)).toBeNull();
    expect(chosen).not.toHaveBeenCalled();
    await arrive(profile('home'));
    await waitFor(() => expect(chosen).toHaveBeenCalled());
    expect(chosen.mock.calls).toEqual([[{ size: 'm', style: 'Ink', profile: profile('home') }]]);
  });

  it.each([
    ['card', 'Home – Mira Okafor, card 4242', /Its card pays the retailer/],
    ['token', 'Home – Mira Okafor', /The item is sent there/],
  ] as const)('says of a profile what the retailer gets of it where it is paid by %s', async (means, option, hint) => {
    const { arrive } = given({ means });
    await arrive(profile('Home'));
    expect(screen.getByRole('option', { name: option })).toBeInTheDocument();
    expect(screen.getByLabelText('Profile')).toHaveAccessibleDescription(hint);
  });

  it.each([
    ['sold out', { remaining: 0, reserved: 40, totalStock: 40 }],
    ['departed', { releaseStartedAt: '2026-01-01T00:00:00.000Z', releaseFinishedAt: '2026-01-01T00:01:00.000Z' }],
  ])('offers no choices of a drop that is %s', (_, of) => {
    given(of);
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    for (const button of screen.queryAllByRole('button')) expect(button).toBeDisabled();
  });

  it('asks for a profile when two have loaded', async () => {
    const { chosen, arrive, press, size } = given();
    await size();
    await press();

    await arrive(profile('home'), profile('work'));

    expect(await screen.findByText(CHOOSE)).toBeInTheDocument();
    expect(chosen).not.toHaveBeenCalled();
  });

  it('marks each missing choice and focuses the first', async () => {
    const { arrive, press } = given({ styles: 'Ink,Stone' });
    await arrive(profile('home'), profile('work'));
    await press();
    for (const text of ['Choose a size.', 'Choose a style.', 'Choose a profile.'])
      expect(screen.getByText(text)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('radio', { name: 'S' })).toHaveFocus());
    expect(screen.getByLabelText('Style')).toBeInvalid();
    expect(screen.getByLabelText('Profile')).toBeInvalid();
  });

  it('asks for a size at once, even while profiles load', async () => {
    const { chosen, arrive, press } = given();

    await press();

    expect(screen.getByText(CHOOSE)).toBeInTheDocument();
    await arrive(profile('home'));
    expect(chosen).not.toHaveBeenCalled();
  });
});
