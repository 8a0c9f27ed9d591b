import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TimeChart } from './TimeChart.js';
import { fillsOf, tickLabel } from './time-series.js';
import { VOLT } from './tokens.js';

const redeemed = { label: 'Redeemed', values: [3, 0], matters: true };
const returned = { label: 'Returned', values: [1, 2] };

describe('a chart over time', () => {
  it('has its numbers in a table that can be opened', async () => {
    render(<TimeChart title="Usage per day" times={['2026-11-21', '2026-11-22']} series={[redeemed, returned]} />);
    expect(screen.getByRole('figure', { name: 'Usage per day' })).toBeInTheDocument();
    await userEvent.click(screen.getByText('As a table'));
    const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['21 Nov 202631', '22 Nov 202602']);
  });

  it('formats its values with the given function', async () => {
    const show = (value: number) => `$${value}.00`;
    render(<TimeChart title="Fees" times={['2026-11-22']} series={[{ label: 'Fees', values: [5] }]} show={show} />);
    await userEvent.click(screen.getByText('As a table'));
    expect(await screen.findByRole('cell', { name: '$5.00' })).toBeInTheDocument();
  });

  it('fills the series that matters with volt, and the rest with ink and greys', () => {
    const third = { label: 'Third', values: [] };
    expect(fillsOf([returned, redeemed, third], ['ink', 'grey'])).toEqual(['ink', VOLT, 'grey']);
  });

  it.each([
    ['2026-11-22', '22 Nov'],
    ['2026-11-22T23:30:00.000Z', expect.stringMatching(/^\d\d:30$/)],
  ])('marks %s on its axis', (time, label) => {
    expect(tickLabel(time)).toEqual(label);
  });
});
