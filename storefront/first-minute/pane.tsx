import type { ReactNode } from 'react';

interface PaneProps {
  title: string;
  /** who sees it */
  as: string;
  className?: string;
  children: ReactNode;
}

export function Pane({ title, as, className = '', children }: PaneProps) {
  return (
    <section aria-label={title} className={`min-w-0 border-t-2 border-fg pt-3 ${className}`}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="heading text-head">{title}</h2>
        <p className="text-sm text-muted">{as}</p>
      </div>
      {children}
    </section>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return <p className="max-w-prose text-muted">{children}</p>;
}
