import { tabEntries } from '@supreme-access/contract/entries.js';
import { useEffect, useRef } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { readSession } from '../api/session.js';

/**
 * Keeps what is typed into `fields` in this tab, so that a reload loses nothing. Returns how to forget it once it is saved; `step` null keeps nothing.
 * Hazard: never name a card's field here. Logging out forgets every draft.
 */
export function useDraft<Values extends FieldValues>(
  step: string | null,
  form: UseFormReturn<Values>,
  fields: readonly FieldPath<Values>[],
): () => void {
  const entry = step && `draft:${readSession()?.uuid ?? ''}:${step}`;
  const kept = useRef({ fields, saved: false });
  const { getFieldState, getValues, setValue, subscribe } = form;
  useEffect(() => {
    if (!entry) return;
    const { fields } = kept.current;
    for (const [name, value] of Object.entries(readDraft(entry))) {
      const field = fields.find((each) => each === name);
      if (field) setValue(field, value as FieldPathValue<Values, typeof field>, { shouldDirty: true });
    }
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        if (!name || kept.current.saved) return;
        // only what differs from the account: its data arrives through the same fields
        const touched = fields.filter((field) => getFieldState(field).isDirty);
        const typed = Object.fromEntries(touched.map((field) => [field, getValues(field)]));
        tabEntries.set(entry, JSON.stringify(typed));
      },
    });
  }, [entry, getFieldState, getValues, setValue, subscribe]);
  return () => {
    kept.current.saved = true;
    if (entry) tabEntries.remove(entry);
  };
}

function readDraft(entry: string): Record<string, string> {
  try {
    const draft: unknown = JSON.parse(tabEntries.get(entry) ?? '{}');
    const texts = Object.entries({ ...(typeof draft === 'object' ? draft : null) });
    return Object.fromEntries(texts.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
  } catch {
    return {};
  }
}
