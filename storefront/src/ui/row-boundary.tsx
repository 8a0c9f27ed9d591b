import { Component, type ReactNode } from 'react';

interface Props {
  /** what the row is of, such as 'order' */
  what: string;
  children: ReactNode;
}

/** One row that cannot be shown: the others stand. */
export class RowBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <span className="block py-3 text-sm text-muted">This {this.props.what} cannot be shown here.</span>;
  }
}
