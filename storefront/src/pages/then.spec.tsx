import { act, fireEvent, render, screen } from '@testing-library/react';
import { ORDER } from '../../../test/fixtures/storefront/app.js';
import { PRODUCT } from '../../../test/fixtures/storefront/product.js';
import { serverNow } from '../api/clock.js';

const { Then } = await import('./then.js');

const AT = '2026-03-06T10:00:00.000Z';
const STORY = [{ type: 'SlotReserved', at: AT, position: 1, causedBy: 'shopper x', data: {} }];
const then = { kind: 'orders', at: AT, shown: { ...ORDER, releaseAt: '2026-03-06T11:00:00.000Z' }, story: STORY };

/** jsdom has none, and no layout to observe. */
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

function send(data: unknown, from: Partial<MessageEventInit> = {}) {
  const message = { data, origin: location.origin, source: window, ...from };
  act(() => void window.dispatchEvent(new MessageEvent('message', message)));
}

describe('the screen of a moment', () => {
  it("shows the shopper's ticket and story by the clock of that second", () => {
    render(<Then />);
    send(then);
    expect(screen.getByRole('article', { name: `Ticket for ${ORDER.productTitle}` })).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent('Departs in 01:00:00');
    expect(screen.getByText('You secured the slot.')).toBeVisible();
    expect(serverNow()).toBe(Date.parse(AT));
  });

  it('shows what a product looked like', () => {
    render(<Then />);
    send({ ...then, kind: 'products', shown: PRODUCT });
    expect(screen.getByRole('heading', { name: PRODUCT.productTitle })).toBeVisible();
  });

  it('cannot be pressed', () => {
    render(<Then />);
    send(then);
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  });

  it.each([
    ['another site', then, { origin: 'https://evil.example' }],
    ['another window', then, { source: null }],
    ['the admin, and is no moment', { ...then, at: 'yesterday' }, {}],
  ])('shows nothing of what comes from %s', (_, data, from) => {
    render(<Then />);
    send(data, from);
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.getByText('Waiting for the admin to show a moment.')).toBeVisible();
  });
});
