import { jest } from '@jest/globals';
import type { PublicProduct, WaitingPlace } from '@supreme-access/contract/shapes/products.js';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, given, ORDER, PROFILE, SESSION, SHOP } from '../../../../test/fixtures/storefront/app.js';
import { PRODUCT } from '../../../../test/fixtures/storefront/product.js';
import { api } from '../../api/api.js';
import { minutesLeft, ordinal, usePlaces } from './waitlist.js';

const PATH = '/api/user/products/hoodie/waitlist';
const SOLD_OUT: PublicProduct = { ...PRODUCT, reserved: 40, remaining: 0, waiting: 4 };
const WAITS: WaitingPlace = {
  profileId: PROFILE.profileId,
  size: 'm',
  style: 'Ink',
  rank: 3,
  offeredUntil: null,
};

describe('the waiting list in words', () => {
  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [11, '11th'],
    [112, '112th'],
    [121, '121st'],
  ])('place %s is the %s', (rank, words) => expect(ordinal(rank)).toBe(words));

  it('counts an offer down to zero', () => {
    const left = (until: string) => minutesLeft(until, Date.parse('2026-03-06T11:00:00.000Z'));
    expect(left('2026-03-06T11:10:00.300Z')).toBe('10:00');
    expect(left('2026-03-06T11:09:05.999Z')).toBe('9:05');
    expect(left('2026-03-06T11:00:01.000Z')).toBe('0:01');
    expect(left('2026-03-06T10:59:00.000Z')).toBe('0:00');
  });
});

it('shows the ticket of a drop of which a slot is held, and lets no profile be chosen twice', async () => {
  localStorage.setItem('user', JSON.stringify(SESSION));
  const held = { ...ORDER, productId: 'hoodie', profileId: PROFILE.profileId, status: 'pending' };
  const { client } = given('/product?productId=hoodie', { '/api/user/orders': [held], ...SHOP });
  const slots = within(await screen.findByRole('region', { name: 'Your slots' }));
  expect(slots.getByRole('article', { name: `Ticket for ${ORDER.productTitle}` })).toBeInTheDocument();
  await act(async () => void client.setQueryData(['profiles'], [PROFILE, { ...PROFILE, profileId: 'other' }]));
  const option = await screen.findByRole('option', { name: /holds a slot$/ });
  expect(option).toBeDisabled();
  expect(screen.getByLabelText('Profile')).toHaveValue('other');
  await act(async () => void client.setQueryData(['profiles'], [PROFILE]));
  expect(await screen.findByText(/^Each of your profiles holds a slot/)).toContainElement(
    screen.getByRole('link', { name: 'Add a profile' }),
  );
});

it('leads to what became of the slots of a drop that is over', async () => {
  const over = { releaseStartedAt: '2026-03-06T11:00:00.000Z', releaseFinishedAt: '2026-03-06T11:01:00.000Z' };
  given('/purchase?productId=hoodie', { ...SHOP, '/api/products/hoodie': { ...PRODUCT, ...over } });
  expect(await screen.findByRole('link', { name: /^What became of its slots/ })).toHaveAttribute(
    'href',
    '/drops/hoodie',
  );
});

describe('the waiting list of a sold-out drop', () => {
  beforeEach(() => localStorage.setItem('user', JSON.stringify(SESSION)));
  afterEach(() => jest.restoreAllMocks());

  async function openPage(...places: WaitingPlace[]) {
    const answers: Answers = {
      [PATH]: { places },
      ...SHOP,
      '/api/products/hoodie': SOLD_OUT,
    };
    const { client, fetched } = given('/product?productId=hoodie', answers);
    const region = within(await screen.findByRole('region', { name: 'Waiting list' }));
    const requests = () => fetched.mock.calls.filter(([url]) => String(url) === PATH);
    await waitFor(() => expect(requests()).toHaveLength(1));
    await act(async () => void client.setQueryData(['profiles'], [PROFILE]));
    const update = (...changes: Partial<PublicProduct>[]) =>
      act(async () => {
        for (const change of changes) client.setQueryData(['product', 'hoodie'], { ...SOLD_OUT, ...change });
      });
    return { region, answers, requests, update, fetched };
  }

  it('is shown to everybody, and visitors do not refetch when it changes', async () => {
    const { region, requests, update } = await openPage();
    expect(region.getByText('4 waiting')).toBeInTheDocument();
    for (const waiting of [5, 6, 7]) await update({ waiting });
    expect(await region.findByText('7 waiting')).toBeInTheDocument();
    expect(requests()).toHaveLength(1);
  });

  it('is joined with a size, a style and a profile', async () => {
    const { region, answers, requests, update } = await openPage();
    await userEvent.click(region.getByRole('button', { name: 'Join the Waiting List' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Join the waiting list.' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Join the Waiting List' }));
    expect(dialog.getByText('Choose a size.')).toBeInTheDocument();
    await waitFor(() => expect(dialog.getByLabelText('Size')).toHaveFocus());
    await userEvent.selectOptions(dialog.getByLabelText('Size'), 'm');
    await waitFor(() => expect(dialog.getByLabelText('Profile')).toHaveValue(PROFILE.profileId));
    answers[PATH] = { places: [WAITS] };
    await update({ waiting: 5 });
    await userEvent.click(dialog.getByRole('button', { name: 'Join the Waiting List' }));
    expect(await region.findByText('3rd on the waiting list')).toBeInTheDocument();
    const sent = requests().find(([, init]) => init?.method === 'POST')?.[1]?.body;
    expect(JSON.parse(String(sent))).toEqual({ profileId: PROFILE.profileId, size: 'm', style: 'Ink' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('shows an offer as soon as an event of the drop arrives', async () => {
    const { region, answers, update } = await openPage(WAITS);
    expect(await region.findByText('3rd on the waiting list')).toBeInTheDocument();
    const offeredUntil = new Date(Date.now() + 590_000).toISOString();
    answers[PATH] = { places: [{ ...WAITS, rank: 0, offeredUntil }] };
    await update({ waiting: 3 });
    expect(await region.findByText(/^A slot is held for you: M, Ink/)).toBeInTheDocument();
    expect(region.getByRole('timer')).toHaveTextContent(/^9:[45]\d left$/);
    expect(region.getByText('A slot for you')).toBeInTheDocument();
    expect(screen.getByText('All slots are taken, and one is held for you.')).toBeInTheDocument();
    await waitFor(() => expect(region.getByRole('button', { name: 'Secure Your Slot' })).toBeEnabled());
    await userEvent.click(region.getByRole('button', { name: 'Secure Your Slot' }));
    expect(screen.getByRole('dialog', { name: 'Confirm Slot.' })).toBeInTheDocument();
  });

  it('keeps the dialog of an accepted offer whose place is gone', async () => {
    const offeredUntil = new Date(Date.now() + 590_000).toISOString();
    const { region, answers, update } = await openPage({ ...WAITS, rank: 0, offeredUntil });
    await waitFor(() => expect(region.getByRole('button', { name: 'Secure Your Slot' })).toBeEnabled());
    await userEvent.click(region.getByRole('button', { name: 'Secure Your Slot' }));
    answers[PATH] = { places: [] };
    await update({ reserved: 2 });
    await waitFor(() => expect(region.queryByText(/^A slot is held for you/)).not.toBeInTheDocument());
    expect(screen.getByRole('dialog', { name: 'Confirm Slot.' })).toBeInTheDocument();
  });

  it('shows an offer even when somebody joins at once and the count stays the same', async () => {
    const { region, answers, update } = await openPage({ ...WAITS, rank: 1 });
    expect(await region.findByText('1st on the waiting list')).toBeInTheDocument();
    const offeredUntil = new Date(Date.now() + 590_000).toISOString();
    answers[PATH] = { places: [{ ...WAITS, rank: 0, offeredUntil }] };
    await update({ waiting: 3 }, { waiting: 4 });
    expect(await region.findByText(/^A slot is held for you/)).toBeInTheDocument();
  });

  it('shows an offer that is made while the answer to a join is pending', async () => {
    const { region, answers, requests, update, fetched } = await openPage();
    let arrive = () => {};
    const underWay = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const answer = fetched.getMockImplementation();
    fetched.mockImplementation(async (url, init) => {
      const answered = await answer?.(url, init);
      if (String(url) === PATH && init?.method === 'GET') await underWay;
      return answered as Awaited<ReturnType<typeof fetched>>;
    });
    await userEvent.click(region.getByRole('button', { name: 'Join the Waiting List' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Join the waiting list.' }));
    await userEvent.selectOptions(dialog.getByLabelText('Size'), 'm');
    answers[PATH] = { places: [{ ...WAITS, rank: 1 }] };
    await userEvent.click(dialog.getByRole('button', { name: 'Join the Waiting List' }));
    await waitFor(() => expect(requests().map(([, init]) => init?.method)).toEqual(['GET', 'POST', 'GET']));
    const offeredUntil = new Date(Date.now() + 590_000).toISOString();
    answers[PATH] = { places: [{ ...WAITS, rank: 0, offeredUntil }] };
    await update({ waiting: 5 });
    expect(await region.findByText('5 waiting')).toBeInTheDocument();
    await act(async () => arrive());
    // The drop's own polling comes every 15 s.
    expect(await region.findByText(/^A slot is held for you/, {}, { timeout: 5_000 })).toBeInTheDocument();
  });

  it('refetches offers once one is accepted', async () => {
    const offeredUntil = new Date(Date.now() + 590_000).toISOString();
    const { region, fetched, answers } = await openPage({ ...WAITS, rank: 0, offeredUntil });
    const offers = () => fetched.mock.calls.filter(([url]) => url === '/api/user/waitlist').length;
    await waitFor(() => expect(region.getByRole('button', { name: 'Secure Your Slot' })).toBeEnabled());
    const before = offers();
    answers['/api/checkout/withprofile'] = { success: true, order: { ...ORDER, slotNumber: 7 } };
    await userEvent.click(region.getByRole('button', { name: 'Secure Your Slot' }));
    await userEvent.click(screen.getByRole('button', { name: 'Secure Now' }));
    await waitFor(() => expect(offers()).toBe(before + 1));
  });

  it("offers no join before the shopper's places have loaded", async () => {
    const onItsWay = new Promise(() => {});
    const { client } = given('/product?productId=hoodie', {
      [PATH]: onItsWay,
      ...SHOP,
      '/api/products/hoodie': SOLD_OUT,
    });
    expect(await screen.findByText('4 waiting')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Join the Waiting List' })).toBeNull();
    await act(async () => void client.setQueryData(['waitlist', 'hoodie'], { places: [] }));
    expect(await screen.findByRole('button', { name: 'Join the Waiting List' })).toBeInTheDocument();
  });

  it('offers no join when every profile holds a slot of the drop', async () => {
    const held = { ...ORDER, productId: 'hoodie', profileId: PROFILE.profileId };
    const answers = { '/api/user/orders': [held], [PATH]: { places: [] }, ...SHOP, '/api/products/hoodie': SOLD_OUT };
    const { client } = given('/product?productId=hoodie', answers);
    expect(await screen.findByRole('button', { name: 'Join the Waiting List' })).toBeInTheDocument();
    await act(async () => void client.setQueryData(['profiles'], [PROFILE]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Join the Waiting List' })).toBeNull());
  });

  it('reports an expired offer and offers to join again', async () => {
    const offeredUntil = new Date(Date.now() + 1_000).toISOString();
    const { region, answers, update } = await openPage({ ...WAITS, rank: 0, offeredUntil });
    expect(await region.findByText(/^A slot is held for you/)).toBeInTheDocument();
    await waitFor(() => expect(region.getByRole('timer')).toHaveTextContent('0:00 left'), { timeout: 3_000 });
    await waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(offeredUntil)));
    answers[PATH] = { places: [] };
    await update({ waiting: 3 });
    expect(await region.findByText(/^You did not secure the slot in time/)).toBeInTheDocument();
    expect(region.getByRole('button', { name: 'Join the Waiting List' })).toBeEnabled();
  });

  it('reports no expiry of an accepted offer', async () => {
    const offeredUntil = new Date(Date.now() + 590_000).toISOString();
    const { region, answers, update } = await openPage({ ...WAITS, rank: 0, offeredUntil });
    expect(await region.findByText(/^A slot is held for you/)).toBeInTheDocument();
    answers[PATH] = { places: [] };
    await update({ waiting: 3 });
    expect(await region.findByRole('button', { name: 'Join the Waiting List' })).toBeInTheDocument();
    expect(region.queryByText(/in time/)).not.toBeInTheDocument();
  });

  it('shows the places of the drop on screen after a change of drops', async () => {
    const ahead = { ...WAITS, rank: 1 };
    const answers: Record<string, WaitingPlace[]> = { [PATH]: [WAITS], [PATH.replace('hoodie', 'jacket')]: [ahead] };
    jest.spyOn(api, 'get').mockImplementation(async (path) => ({ places: answers[path] ?? [] }) as never);
    const client = new QueryClient();
    const { result, rerender } = renderHook((productId) => usePlaces({ ...SOLD_OUT, productId }, true), {
      initialProps: 'hoodie',
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    });
    await waitFor(() => expect(result.current).toEqual([WAITS]));
    rerender('jacket');
    await waitFor(() => expect(result.current).toEqual([ahead]));
  });
});
