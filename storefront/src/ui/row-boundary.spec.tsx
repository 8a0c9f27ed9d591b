import { jest } from '@jest/globals';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { render, screen } from '@testing-library/react';
import { RowBoundary } from './row-boundary.js';
import { StatusMark } from './status-mark.js';

function Row({ name }: { name: string }) {
  if (name === 'bad') throw new Error('cannot be shown');
  return <p>{name}</p>;
}
const List = ({ names }: { names: string[] }) =>
  names.map((name, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same row with other content
    <RowBoundary key={at} what="drop">
      <Row name={name} />
    </RowBoundary>
  ));

describe('a row that cannot be shown', () => {
  it('fails alone, and comes back once it can be', () => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { rerender } = render(<List names={['first', 'bad', 'last']} />);
    expect(document.body).toHaveTextContent('firstThis drop cannot be shown.last');
    rerender(<List names={['first', 'mended', 'last']} />);
    expect(document.body).toHaveTextContent('firstmendedlast');
    complaints.mockRestore();
  });

  it('is not one for a status that this version does not know', () => {
    render(<StatusMark status={'paused' as OrderStatus} />);
    expect(screen.getByText('Paused')).toBeInTheDocument();
  });
});
