import type { ReactNode } from 'react';

interface FormPageProps {
  title: string;
  lead?: ReactNode;
  mark?: ReactNode;
  children: ReactNode;
}

export function FormPage({ title, lead, mark, children }: FormPageProps) {
  return (
    <div className="gutter columns gap-y-8 py-8 lg:py-16">
      <header className="col-span-4 grid content-start gap-4 lg:col-span-6">
        {mark}
        <h1 dir="auto" className="heading text-title">
          {title}
        </h1>
        {lead && <div className="max-w-prose text-pretty text-muted">{lead}</div>}
      </header>
      <div className="col-span-4 lg:col-span-5 lg:col-start-8">{children}</div>
    </div>
  );
}

export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-form-actions
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-rule bg-bg px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:mx-0 lg:border-0 lg:px-0 lg:pt-4"
    >
      {children}
    </div>
  );
}
