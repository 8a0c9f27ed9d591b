import type { ReactNode } from 'react';

export function SampleNote({ children }: { children: ReactNode }) {
  return (
    <p className="border-y border-dashed border-fg py-3">
      <span className="count mr-3 border border-fg px-1.5 py-0.5 text-mini">Sample</span>
      {children}
    </p>
  );
}
