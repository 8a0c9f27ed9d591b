import { jest } from '@jest/globals';
import type { ActionPurpose, ActionView, LinkProof, OpenFee } from '@supreme-access/contract/shapes/orders.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Answers, given, ORDER, refusal, SESSION, SETTINGS } from '../../../test/fixtures/storefront/app.js';

const LINK = '/api/actions/link';
/** This is longer than the page's polling interval. */
const A_WHILE_MS = 11_000;

/** `departsIn` is in ms. */
const link = (purpose: ActionPurpose, status: OrderStatus | null, departsIn?: number): ActionView => ({
  success: true,
  purpose,
  order: status && {
    ...ORDER,
    status,
    statusNote: `It is ${status}.`,
    releaseAt: departsIn === undefined ? null : new Date(Date.now() + departsIn).toISOString(),
  },
});

const TOPICS = ['link:link', `product:${ORDER.productId}`].map(encodeURIComponent).join();

function open(answer: unknown) {
  const answers: Answers = {
    '/api/settings': { stripePublishableKey: null },
    [`${LINK}/story`]: [],
    [`${LINK}/ticket`]: {},
    [LINK]: answer,
  };
  const { fetched } = given('/action/link', answers);
  const times = (path: string) => () => fetched.mock.calls.filter(([url]) => url === path).length;
  return { answers, requests: times(LINK), listened: times(`/api/live?${new URLSearchParams({ topics: TOPICS })}`) };
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => jest.useRealTimers());

describe('the page of a mailed link, while it stays open', () => {
  it('offers to withdraw until the checkout has begun, then shows its progress', async () => {
    const { answers } = open(link('withdraw', 'pending'));
    await title('Slot 028 is yours.');
    answers[LINK] = link('withdraw', 'processing');
    await pass(A_WHILE_MS);
    await title('Your order.');
    expect(screen.queryByRole('button', { name: 'Withdraw Slot' })).not.toBeInTheDocument();
    answers[LINK] = link('withdraw', 'success');
    await pass(A_WHILE_MS);
    await pass(A_WHILE_MS);
    expect(await screen.findByText('It is success.')).toBeInTheDocument();
  });

  it('shows a guest what happens next and the story, above withdrawing and erasing', async () => {
    const { answers } = open(link('withdraw', 'pending', 86_400_000));
    const at = '2026-03-06T11:00:00.000Z';
    answers[`${LINK}/story`] = [{ type: 'SlotReserved', at, position: 1, causedBy: '', data: {} }];
    await title('Slot 028 is yours.');
    const next = within(screen.getByRole('region', { name: 'What happens next' }));
    expect(next.getAllByRole('listitem')).toHaveLength(2);
    expect(next.getByRole('link', { name: 'Add to Calendar' })).toHaveAttribute(
      'href',
      `/api/products/${ORDER.productId}/calendar.ics`,
    );
    expect(await screen.findByText('You secured the slot.')).toBeInTheDocument();
    for (const name of ['Withdraw Slot', 'Erase My Data'])
      expect(screen.getByRole('button', { name })).toHaveClass('border-edge');
    await press('Erase My Data');
    expect(screen.getByText(/^Your slot is given back, and you are not charged\./)).toBeInTheDocument();
  });

  it('gives a guest’s ticket a public page, and speaks of none after a withdrawal', async () => {
    const { answers } = open(link('withdraw', 'pending'));
    const make = await screen.findByRole('button', { name: 'Make a Public Page' });
    answers[LINK] = { ...link('withdraw', 'pending'), order: { ...ORDER, ticketId: 'abc' } };
    fireEvent.click(make);
    expect(await screen.findByRole('link', { name: 'the public page of this ticket' })).toHaveAttribute(
      'href',
      '/tickets/abc',
    );
    answers[LINK] = { ...link('withdraw', 'withdrawn'), order: { ...ORDER, status: 'withdrawn', ticketId: 'abc' } };
    await press('Remove the Public Page');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Show this ticket' })).toBeNull());
  });

  it('shows the receipt and proof of a slot without a login', async () => {
    const { answers } = open(link('withdraw', 'pending'));
    const proof = { index: 0, size: 1, path: [], seal: { number: 7 } };
    answers['/api/audit/proofs/links/link'] = { success: true, receipt: 'a.b.c', proof };
    expect(await screen.findByText(/^Public proof of your slot: seal 7 of our log\./)).toBeInTheDocument();
    const { hash, pathname } = new URL(
      (await screen.findByRole<HTMLAnchorElement>('link', { name: 'Check the receipt' })).href,
    );
    expect([pathname, JSON.parse(decodeURIComponent(hash.slice(1)))]).toEqual(['/verify', { receipt: 'a.b.c', proof }]);
  });

  it.each<[OpenFee['why'], RegExp, string]>([
    ['authenticate', /Your bank wants you to confirm the service fee/, 'Confirm $35.00'],
    ['declined', /your card was declined/, 'Pay $35.00 With This Card'],
    ['expired', /your card has expired/, 'Pay $35.00 With This Card'],
  ])('offers first what the mail asked for (%s), with the amount and the deadline', async (why, lead, first) => {
    open({ ...link('fee', 'action_required'), fee: { why, payUntil: '2026-11-26T11:00:00.000Z' } });
    expect(await screen.findByText(lead)).toBeInTheDocument();
    await screen.findByRole('button', { name: /With This Card/ });
    const [button] = within(screen.getByRole('main')).getAllByRole('button');
    expect(button).toHaveTextContent(first);
    expect(button?.closest('[data-thumb-bar]')).toHaveTextContent(/Pay until Thu 26 Nov/);
  });

  it('keeps one subscription of its drop during and after the release', async () => {
    const { answers, listened } = open(link('withdraw', 'pending', 120_000));
    await title('Slot 028 is yours.');
    await pass(1);
    expect(listened()).toBe(1);
    await pass(70_000);
    expect(screen.getByRole('region', { name: ORDER.productTitle })).toBeInTheDocument();
    expect(listened()).toBe(1);
    answers[LINK] = link('withdraw', 'processing', 50_000);
    await pass(A_WHILE_MS);
    await title('Your order.');
    expect(listened()).toBe(1);
  });

  it('requests no fee that was paid elsewhere', async () => {
    const { answers } = open(link('fee', 'action_required'));
    await title('Payment needed.');
    answers[LINK] = link('fee', 'success');
    await pass(A_WHILE_MS);
    await title('Thank you. The fee is paid.');
  });

  it('refetches at once after a refusal or an unknown outcome', async () => {
    const { answers } = open(link('verify', null));
    await title('Verify your email.');
    answers[LINK] = refusal(404, 'link-invalid');
    await press('Verify Email');
    await screen.findByText(`link-invalid at ${LINK}`);
    expect(await screen.findByText('This link has ended.')).toBeInTheDocument();
  });

  it('keeps the card that is being typed', async () => {
    const { requests } = open(link('fee', 'action_required'));
    const number = await screen.findByLabelText('Card Number');
    fireEvent.change(number, { target: { value: '4242' } });
    const before = requests();
    await pass(A_WHILE_MS);
    expect(requests()).toBeGreaterThan(before);
    expect(screen.getByLabelText('Card Number')).toBe(number);
    expect(number).toHaveValue('4242');
  });

  it('does not poll a link about an account, which works once', async () => {
    const { requests } = open(link('verify', null));
    await press('Verify Email');
    await title('Your email is verified.');
    const before = requests();
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    await pass(A_WHILE_MS);
    expect(requests()).toBe(before);
  });

  describe('that proves an address', () => {
    const sent = (fetched: ReturnType<typeof given>['fetched']) =>
      fetched.mock.calls
        .filter(([, init]) => init?.method === 'POST')
        .map(([, init]) => JSON.parse(String(init?.body)));
    const openProof = (proof: LinkProof) => {
      const answers: Answers = { '/api/settings': SETTINGS, [LINK]: { ...link('verify', null), proof } };
      return { answers, ...given('/action/link', answers) };
    };
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });

    it('asks for the password and continues with the session in the answer', async () => {
      localStorage.setItem('promoCode', 'FOREST');
      const { answers, fetched } = openProof('choice');
      await screen.findByLabelText('Password');
      answers[LINK] = { ...link('verify', null), ...SESSION };
      type('Password', 'correct horse 7');
      await press('Verify Email');
      await title('Your email is verified.');
      expect(sent(fetched)).toEqual([{ password: 'correct horse 7' }]);
      expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ token: SESSION.token });
      expect(localStorage.getItem('promoCode')).toBe('FOREST');
    });

    it('offers a new password and says what that removes', async () => {
      const { answers, fetched } = openProof('choice');
      await press('Set a New Password');
      expect(screen.getByText(/card and profiles that were entered before are removed/)).toBeInTheDocument();
      type('New Password', 'short');
      await press('Verify Email');
      expect(await screen.findByText('Use at least 8 characters.')).toBeInTheDocument();
      answers[LINK] = { ...link('verify', null), ...SESSION };
      type('New Password', 'staple 8 battery');
      await press('Verify Email');
      await title('Your email is verified.');
      expect(sent(fetched)).toEqual([{ newPassword: 'staple 8 battery' }]);
    });

    it('offers no new password where the link moves an account to another address', async () => {
      openProof('password');
      await screen.findByLabelText('Password');
      expect(screen.queryByRole('button', { name: 'Set a New Password' })).not.toBeInTheDocument();
    });

    it('is restored with a new password and a session', async () => {
      const answers: Answers = { '/api/settings': SETTINGS, [LINK]: { ...link('undo', null), proof: 'none' } };
      const { fetched } = given('/action/link', answers);
      await title('Undo the new email?');
      await press('Undo the Change');
      expect(await screen.findByText('Use at least 8 characters.')).toBeInTheDocument();
      expect(sent(fetched)).toEqual([]);
      answers[LINK] = { ...link('undo', null), ...SESSION };
      type('New Password', 'staple 8 battery');
      await press('Undo the Change');
      await title('The change is undone.');
      expect(sent(fetched)).toEqual([{ newPassword: 'staple 8 battery' }]);
      expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ token: SESSION.token });
      expect(screen.getByRole('link', { name: 'See Your Account' })).toBeInTheDocument();
    });

    it('needs no session of the browser', async () => {
      openProof('none');
      await screen.findByRole('button', { name: 'Verify Email' });
      expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    });
  });
});
