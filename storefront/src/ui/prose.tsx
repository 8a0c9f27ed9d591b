import type { ReactNode } from 'react';

export interface Clause {
  title: string;
  text: string;
  after?: ReactNode;
}

interface ProseProps {
  title: string;
  lead: string;
  clauses: readonly Clause[];
  children?: ReactNode;
}

export function Prose({ title, lead, clauses, children }: ProseProps) {
  return (
    <article className="gutter columns gap-y-8 py-8 lg:py-16">
      <div className="col-span-4 grid content-start gap-8 lg:col-span-6">
        <header className="grid gap-4">
          <h1 className="heading text-title">{title}</h1>
          <p className="max-w-prose text-pretty text-muted">{lead}</p>
        </header>
        {children}
      </div>
      <ol className="col-span-4 lg:col-span-6">
        {clauses.map((clause, index) => (
          <li key={clause.title} className="grid grid-cols-[3rem_1fr] border-t border-rule py-4 first:border-fg">
            <span aria-hidden="true" className="count pt-0.5 text-sm text-muted">
              {index + 1}
            </span>
            <div>
              <h2 className="font-semibold">{clause.title}</h2>
              <p className="max-w-prose">{clause.text}</p>
              {clause.after}
            </div>
          </li>
        ))}
      </ol>
    </article>
  );
}
