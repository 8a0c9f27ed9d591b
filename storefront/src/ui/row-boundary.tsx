import { Component, type ReactNode } from 'react';

interface Props {
  /** A noun such as 'order'. */
  what: string;
  /** The number of columns of a table's row. */
  columns?: number;
  children: ReactNode;
}

/** A row that fails to render fails alone, and renders again with new data. */
export class RowBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.children !== this.props.children) this.setState({ failed: false });
  }

  override render() {
    const { what, columns, children } = this.props;
    if (!this.state.failed) return children;
    const note = <p className="py-3 text-sm text-muted">This {what} cannot be shown.</p>;
    if (columns === undefined) return note;
    return (
      <tr>
        <td colSpan={columns}>{note}</td>
      </tr>
    );
  }
}
