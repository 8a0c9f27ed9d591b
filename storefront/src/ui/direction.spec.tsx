import { render, screen } from '@testing-library/react';
import { type Answers, given, ORDER, PROFILE, SESSION } from '../../../test/fixtures/storefront/app.js';
import { Ticket } from './ticket.js';

const HEBREW = 'מעיל ים';
const facts = {
  slotNumber: 1,
  totalStock: 2,
  productTitle: HEBREW,
  size: 'm',
  style: 'Ink',
  holder: HEBREW,
  price: 20,
};

function tagsWithDirection(): (string | null)[] {
  return screen.getAllByText(HEBREW).map((shown) => shown.closest('[dir="auto"], bdi')?.tagName ?? null);
}

describe('user text in right-to-left script', () => {
  it('has its own direction on a ticket', () => {
    render(<Ticket facts={facts} tone="kept" />);
    expect(tagsWithDirection()).toEqual(['H3', 'DD']);
  });

  it.each<[string, Answers, string[]]>([
    [
      '/user/orders',
      { '/api/user/orders/': [], '/api/user/orders': [{ ...ORDER, productTitle: HEBREW }] },
      ['BDI', 'H3'],
    ],
    [
      '/dashboard',
      { '/api/user/info': { ...SESSION, name: HEBREW, email: '', profiles: 0 }, '/api/user/orders': [] },
      ['BDI'],
    ],
  ])('has its own direction at %s', async (path, answers, tags) => {
    localStorage.setItem('user', JSON.stringify(SESSION));
    given(path, answers);
    await screen.findAllByText(HEBREW);
    expect(tagsWithDirection()).toEqual(tags);
  });

  it('has its own direction in profiles', async () => {
    const { ProfileList } = await import('../features/profiles/profile-list.js');
    const { MemoryRouter } = await import('react-router-dom');
    const shipping = { ...PROFILE.shipping, firstName: HEBREW, lastName: '', address1: HEBREW, city: HEBREW };
    render(
      <MemoryRouter>
        <ProfileList profiles={[{ ...PROFILE, profileName: HEBREW, shipping }]} />
      </MemoryRouter>,
    );
    expect(tagsWithDirection()).toEqual(['H2', 'P', 'P', 'BDI']);
  });
});
