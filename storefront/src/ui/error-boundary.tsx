import { Component, type ReactNode } from 'react';
import { Button } from './button.js';

interface Props {
  pathname: string;
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.pathname !== this.props.pathname) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className="gutter grid max-w-3xl gap-6 py-24">
        <h1 className="heading text-title">This page did not load.</h1>
        <p>Reload it. Your slots and orders are safe: they are kept on our server.</p>
        <Button onClick={() => location.reload()} className="justify-self-start">
          Reload
        </Button>
      </div>
    );
  }
}
