import { render, screen } from '@testing-library/react';
import { CELLS_MAX, SlotMeter } from './slot-meter.js';

const cells = (container: HTMLElement, kind: string) => container.querySelectorAll(`[data-slot=${kind}]`).length;

describe('the slot meter', () => {
  it('has one cell per slot up to sixty', () => {
    const { container } = render(<SlotMeter reserved={27} total={CELLS_MAX} />);
    expect([cells(container, 'taken'), cells(container, 'free'), cells(container, 'bar')]).toEqual([27, 33, 0]);
  });

  it('is a bar above that', () => {
    const { container } = render(<SlotMeter reserved={50} total={200} />);
    expect([cells(container, 'taken'), cells(container, 'bar')]).toEqual([0, 1]);
    expect(container.querySelector('[data-slot=bar] > span')).toHaveStyle({ width: '25%' });
  });

  it.each([
    [27, 40, '13 of 40 slots left'],
    [0, 1, '1 of 1 slot left'],
    [1, 1, 'The only slot is reserved'],
    [40, 40, 'All 40 slots reserved'],
    [0, 0, 'No slots'],
  ])('says what %d of %d means', (reserved, total, words) => {
    const { container } = render(<SlotMeter reserved={reserved} total={total} />);
    expect(container.querySelector('p')).toHaveTextContent(words);
  });

  it('is a meter to screen readers and never overfull', () => {
    render(<SlotMeter reserved={45} total={40} />);
    expect(screen.getByRole('meter', { name: 'Slots reserved' })).toHaveProperty('value', 40);
  });
});

it('of a past drop is grey and shows what was reserved', () => {
  const { container } = render(<SlotMeter reserved={27} total={40} past />);
  expect(container.querySelector('[data-past]')).toHaveTextContent('27 of 40 slots were reserved');
});
