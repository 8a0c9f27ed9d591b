import { Component, type ReactNode } from 'react';

interface Props {
  /** what the row is, such as 'order' */
  what: string;
  /** of a table, how many columns */
  columns?: number;
  children: ReactNode;
}

/** A row that cannot be shown fails alone, and is tried again with what comes next. */
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
