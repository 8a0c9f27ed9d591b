import { draftEntry, forgetDraft, keepDraft, readDraft } from '@supreme-access/contract/drafts.js';
import { useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { readSession, sessionHasEnded } from '../api/session.js';

const ownId = () => readSession()?.uuid;
const entryOf = (step: string) => draftEntry(ownId(), step);

/** Whether unsaved text is kept for the form, or for its fields whose names begin with `part`. */
export function hasDraft(step: string, part = ''): boolean {
  return Object.keys(readDraft(entryOf(step))).some((field) => field.startsWith(part));
}

function hasLeft(owner: string | undefined): boolean {
  return owner !== undefined && ownId() !== owner && !sessionHasEnded();
}

/**
 * Keeps what is typed into `fields` in this tab across reloads and ended sessions. Returns how to forget it once it is
 * saved. Hazard: never name a card's field or a password here. Logging out forgets every draft.
 */
export function useDraft<Values extends FieldValues>(
  step: string,
  form: UseFormReturn<Values>,
  fields: readonly FieldPath<Values>[],
): () => void {
  // The draft belongs to the account that opened the form, even if its session ends meanwhile.
  const [owner] = useState(ownId);
  const entry = draftEntry(owner, step);
  const kept = useRef({ fields, saved: false });
  const { getFieldState, getValues, setValue, subscribe } = form;
  useEffect(() => {
    const { fields } = kept.current;
    for (const [name, value] of Object.entries(readDraft(entry))) {
      const field = fields.find((each) => each === name);
      if (field && typeof value === 'string')
        setValue(field, value as FieldPathValue<Values, typeof field>, { shouldDirty: true });
    }
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        if (!name || kept.current.saved || hasLeft(owner)) return;
        // Only changes are kept: the account's data arrives through the same fields.
        const touched = fields.filter((field) => getFieldState(field).isDirty);
        keepDraft(entry, Object.fromEntries(touched.map((field) => [field, getValues(field)])));
      },
    });
  }, [entry, owner, getFieldState, getValues, setValue, subscribe]);
  return () => {
    kept.current.saved = true;
    forgetDraft(entry);
  };
}
