import { Box } from '@mui/material';
import { Component, type ReactNode } from 'react';

interface Props {
  /** such as 'row 17', for it to be looked up elsewhere */
  what: string;
  as?: 'div' | 'li' | 'tr';
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
    const { what, as = 'div', children } = this.props;
    if (!this.state.failed) return children;
    return (
      <Box component={as} sx={{ color: 'text.secondary', py: 1 }}>
        {as === 'tr' ? <td colSpan={100}>{said(what)}</td> : said(what)}
      </Box>
    );
  }
}

const said = (what: string) => `This ${what} cannot be shown.`;
