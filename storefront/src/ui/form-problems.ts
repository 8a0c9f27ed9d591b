import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** What is wrong in a form, by the field that it is said at. */
export interface FieldProblem<Name extends string> {
  field: Name;
  text: string;
}

/** Marks every field that is wrong, and puts the focus on the first of them. */
export function markProblems<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  problems: readonly FieldProblem<FieldPath<Values>>[],
): void {
  for (const [at, { field, text }] of problems.entries()) {
    form.setError(field, { message: text }, { shouldFocus: at === 0 });
  }
}

/** The focus for a form that marks its fields itself: on the first one that is wrong, once the marks are on the page. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
