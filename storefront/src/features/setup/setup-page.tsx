import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FormPage } from '../../ui/form-page.js';
import { useReturnTo } from '../auth/return-to.js';

interface SetupPageProps {
  step: 1 | 2 | 3;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

export function SetupPage({ step, title, lead, children }: SetupPageProps) {
  const { state } = useReturnTo();
  return (
    <FormPage
      title={title}
      lead={lead}
      mark={
        <div className="flex items-center justify-between gap-6">
          <p className="count inline-flex items-baseline bg-volt px-3 py-1.5 text-ink">
            <span className="sr-only">Step </span>
            <span className="text-3xl font-bold">{step}</span>/3
          </p>
          <Link to="/signupcancel" state={state} className="text-sm">
            Cancel
          </Link>
        </div>
      }
    >
      {children}
    </FormPage>
  );
}
