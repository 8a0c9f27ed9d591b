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

describe('a row that fails to render', () => {
  it('fails alone and renders again with valid data', () => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { rerender } = render(<List names={['first', 'bad', 'last']} />);
    expect(document.body).toHaveTextContent('firstThis drop cannot be shown.last');
    rerender(<List names={['first', 'fixed', 'last']} />);
    expect(document.body).toHaveTextContent('firstfixedlast');
    complaints.mockRestore();
  });

  it('shows a status that this build does not know', () => {
    render(<StatusMark status={'paused' as OrderStatus} />);
    expect(screen.getByText('Paused')).toBeInTheDocument();
  });
});
