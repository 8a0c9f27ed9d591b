import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PRODUCT } from '../../../../test/fixtures/storefront/product.js';
import { ProductGallery } from './product-gallery.js';

const PICTURES = [
  { address: '/products/front.svg', alt: 'From the front' },
  { address: '/products/back.svg', alt: '' },
];

function given(pictures = PICTURES) {
  render(<ProductGallery product={{ ...PRODUCT, pictures }} sizes="100vw" />);
  return userEvent.setup();
}
const shownThumb = () => screen.getAllByRole('button', { current: true });
const zoomed = async () => {
  await screen.findByRole('button', { name: 'Next' });
  return screen.getByRole('dialog', { name: 'Hoodie' });
};

describe('the pictures of a product', () => {
  it('are named by their description, or by the product without one', () => {
    given();
    expect(screen.getAllByRole('img', { name: 'From the front' })).not.toHaveLength(0);
    expect(screen.getAllByRole('img', { name: 'Hoodie, picture 2' })).not.toHaveLength(0);
  });

  it('are chosen by a thumbnail or an arrow', async () => {
    const user = given();
    await user.click(screen.getByRole('button', { name: 'Show: Hoodie, picture 2' }));
    expect(shownThumb()).toEqual([screen.getByRole('button', { name: 'Show: Hoodie, picture 2' })]);
    await user.keyboard('{ArrowLeft}');
    expect(shownThumb()).toEqual([screen.getByRole('button', { name: 'Show: From the front' })]);
    await user.keyboard('{ArrowLeft}');
    expect(shownThumb()).toHaveLength(1);
  });

  it('stay chosen while the track scrolls to them, and follow a swipe', async () => {
    const user = given();
    const track = screen.getByRole('button', { name: 'Look nearer: From the front' }).closest('ul');
    if (!track) throw new Error('no track');
    Object.defineProperty(track, 'clientWidth', { value: 390 });
    const scrolledTo = (left: number) => fireEvent.scroll(track, { target: { scrollLeft: left } });
    await user.click(screen.getByRole('button', { name: 'Show: Hoodie, picture 2' }));
    scrolledTo(40);
    expect(shownThumb()).toEqual([screen.getByRole('button', { name: 'Show: Hoodie, picture 2' })]);
    scrolledTo(390);
    scrolledTo(100);
    expect(shownThumb()).toEqual([screen.getByRole('button', { name: 'Show: From the front' })]);
    await user.click(screen.getByRole('button', { name: 'Show: Hoodie, picture 2' }));
    fireEvent.pointerDown(track);
    scrolledTo(40);
    expect(shownThumb()).toEqual([screen.getByRole('button', { name: 'Show: From the front' })]);
  });

  it('have no thumbnails when there is one', () => {
    given(PICTURES.slice(0, 1));
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  });

  it('open in a zoom dialog, which shows the others too and returns the focus', async () => {
    const user = given();
    const picture = screen.getByRole('button', { name: 'Look nearer: From the front' });
    await user.click(picture);
    const dialog = within(await zoomed());
    const stage = dialog.getByRole('button', { name: /^Look nearer/ });
    expect(stage).toHaveAttribute('aria-pressed', 'false');
    await user.click(stage);
    expect(stage).toHaveAttribute('aria-pressed', 'true');
    await user.click(dialog.getByRole('button', { name: 'Next' }));
    expect(dialog.getByRole('img', { name: 'Hoodie, picture 2' })).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: /^Look nearer/ })).toHaveAttribute('aria-pressed', 'false');
    await user.click(dialog.getByRole('button', { name: 'Previous' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(picture).toHaveFocus());
  });

  it('return the focus to the last one shown, so that the track does not scroll back', async () => {
    const user = given();
    const second = screen.getByRole('button', { name: 'Look nearer: Hoodie, picture 2' });
    await user.click(screen.getByRole('button', { name: 'Look nearer: From the front' }));
    await user.click(within(await zoomed()).getByRole('button', { name: 'Next' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(second).toHaveFocus());
  });
});
