import type { AdminProduct, EditConflict } from '@supreme-access/contract/shapes/products.js';
import { useRef, useState } from 'react';
import { HttpError, useNotify } from 'react-admin';

export interface Versions<Form> {
  yours: Form;
  theirs: Form;
}

export interface Editing<Form extends object> {
  formOf: (product: AdminProduct) => Form;
  /** The request body of an edit that was based on `base`. */
  inputOf: (form: Form, base: AdminProduct) => object;
}

/** An edit of the opened version. When the server has a later one, the edit is based on that from then on. */
export function useEdits<Form extends object>(product: AdminProduct, { formOf, inputOf }: Editing<Form>) {
  const notify = useNotify();
  const [base, setBase] = useState(product);
  const [values, setValues] = useState(() => formOf(product));
  const [conflict, setConflict] = useState<Versions<Form> | null>(null);
  const sent = useRef(values);
  return {
    base,
    values,
    conflict,
    transform: (form: object) => {
      sent.current = form as Form;
      return { ...inputOf(form as Form, base), version: base.version };
    },
    onError: (error: unknown) => {
      const current = currentIn(error);
      if (!current) return isOnItsField(error) ? undefined : notify(textOf(error), { type: 'error' });
      const versions = { yours: sent.current, theirs: formOf(current) };
      setValues(merged(formOf(base), versions));
      setConflict(versions);
      setBase(current);
    },
    take: (fields: Partial<Form>, form: Partial<Form>) => setValues((before) => ({ ...before, ...form, ...fields })),
  };
}

export function merged<Form extends object>(before: Form, { yours, theirs }: Versions<Form>): Form {
  const touched = Object.entries(yours).filter(([field, value]) => !isSame(value, before[field as keyof Form]));
  return { ...theirs, ...Object.fromEntries(touched) } as Form;
}

export function differing<Form extends object>({ yours, theirs }: Versions<Form>): (keyof Form & string)[] {
  const fields = Object.keys(theirs) as (keyof Form & string)[];
  return fields.filter((field) => !isSame(yours[field], theirs[field]));
}

/** An empty input holds null, '' or nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? '') === JSON.stringify(b ?? '');
}

function currentIn(error: unknown): AdminProduct | undefined {
  const body = error instanceof HttpError ? (error.body as Partial<EditConflict> | undefined) : undefined;
  return body?.code === 'conflict' ? body.current : undefined;
}

const isOnItsField = (error: unknown) => error instanceof HttpError && error.body?.errors !== undefined;
const textOf = (error: unknown) => (error instanceof Error ? error.message : 'That did not work. Try again.');
