import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

export interface FieldProblem<Name extends string> {
  field: Name;
  text: string;
}

/** Marks every invalid field and focuses the first. */
export function markProblems<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  problems: readonly FieldProblem<FieldPath<Values>>[],
): void {
  for (const [at, { field, text }] of problems.entries()) {
    form.setError(field, { message: text }, { shouldFocus: at === 0 });
  }
}

/** Focuses the first invalid field of a form that marks its fields itself, once the marks are rendered. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
