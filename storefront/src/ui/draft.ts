import { draftEntry, forgetDraft, keepDraft, readDraft } from '@supreme-access/contract/drafts.js';
import { useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { readSession, sessionHasEnded } from '../api/session.js';

const ownId = () => readSession()?.uuid;
const entryOf = (step: string) => draftEntry(ownId(), step);

/** Whether something was typed into the form, or into those of its fields whose names begin so, that is not saved yet. */
export function hasDraft(step: string, part = ''): boolean {
  return Object.keys(readDraft(entryOf(step))).some((field) => field.startsWith(part));
}

/** Whether whoever opened a form has logged out since, in whichever tab, or somebody else has logged in. */
function hasLeft(owner: string | undefined): boolean {
  return owner !== undefined && ownId() !== owner && !sessionHasEnded();
}

/**
 * Keeps what is typed into `fields` in this tab, so that neither a reload nor a session that ends loses it. Returns how to
 * forget it once it is saved. Hazard: never name a card's field or a password here. Logging out forgets every draft.
 */
export function useDraft<Values extends FieldValues>(
  step: string,
  form: UseFormReturn<Values>,
  fields: readonly FieldPath<Values>[],
): () => void {
  // whoever opened the form has typed it, also where their session ends meanwhile
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
        // only what differs from the account: its data arrives through the same fields
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
