import { Box } from '@mui/material';
import { Component, type ReactNode } from 'react';

interface Props {
  /** A noun such as 'row 17'. */
  what: string;
  as?: 'div' | 'li' | 'tr';
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
    const { what, as = 'div', children } = this.props;
    if (!this.state.failed) return children;
    return (
      <Box component={as} sx={{ color: 'text.secondary', py: 1 }}>
        {as === 'tr' ? <td colSpan={100}>{message(what)}</td> : message(what)}
      </Box>
    );
  }
}

const message = (what: string) => `This ${what} cannot be shown.`;
