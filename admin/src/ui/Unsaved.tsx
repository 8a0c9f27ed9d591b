import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { draftEntry, forgetDraft, keepDraft, readDraft } from '@supreme-access/contract/drafts.js';
import { useEffect, useId, useRef, useState } from 'react';
import { useCanBlock } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { type Location, useBlocker } from 'react-router-dom';
import { readSession } from '../session.js';
import { changedIn, storable, type Values } from './storable.js';

interface UnsavedProps {
  form: string;
  except?: readonly string[];
  /** The form holds unsaved changes that were not typed into it. */
  isChanged?: boolean;
  /** A dialog covers every link, so it need not ask. */
  asks?: boolean;
}

/**
 * Keeps a form's input across reloads and ended sessions, and asks before the form is left. The input is forgotten once
 * the form is saved or left.
 */
export function Unsaved({ form, except = NOTHING, isChanged = false, asks = true }: UnsavedProps) {
  const { isRestored, isTyped } = useDraft(form, except);
  const { isSubmitting } = useFormContext().formState;
  const canBlock = useCanBlock();
  return (
    <>
      {isRestored && (
        <Typography role="status" sx={{ width: '100%', borderLeft: 3, borderColor: 'warning.main', pl: 1.5, mb: 2 }}>
          This is what you typed before. It is not saved yet.
        </Typography>
      )}
      {/* A form that is being saved navigates by itself. */}
      {asks && canBlock && <Question isTyped={(isTyped || isChanged) && !isSubmitting} />}
    </>
  );
}

const NOTHING: readonly string[] = [];

const entryFor = (form: string) => draftEntry(readSession()?.uuid, form);

export function hasDraft(form: string): boolean {
  return Object.keys(readDraft(entryFor(form))).length > 0;
}

function useDraft(form: string, except: readonly string[]): { isRestored: boolean; isTyped: boolean } {
  const [owner] = useState(() => readSession()?.uuid);
  const entry = draftEntry(owner, form);
  const opened = useRef<Values | null>(null);
  const [isRestored, setRestored] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const { formState, getValues, setValue, subscribe } = useFormContext();
  const { isReady } = formState;
  useEffect(() => {
    const isTheirs = () => opened.current !== null && readSession()?.uuid === owner;
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const typed = changedIn(values, opened.current);
        setTyped(typed.length > 0);
        if (isTheirs()) keepDraft(entry, storable(values, typed, except));
      },
    });
    return () => {
      stop();
      if (isTheirs()) forgetDraft(entry);
    };
  }, [entry, owner, except, subscribe]);
  useEffect(() => {
    // react-admin still resets the form to its record until then.
    if (!isReady || opened.current) return;
    opened.current = { ...getValues() };
    const typed = Object.entries(readDraft(entry));
    for (const [field, value] of typed) setValue(field, value, { shouldDirty: true });
    setRestored(typed.length > 0);
  }, [isReady, entry, getValues, setValue]);
  return { isRestored, isTyped };
}

interface Move {
  currentLocation: Location;
  nextLocation: Location;
}

/** A session that has ended keeps its input, and a larger form may take it over. */
function isLeft({ currentLocation, nextLocation: { pathname, state } }: Move): boolean {
  return readSession() !== null && currentLocation.pathname !== pathname && !state?.record;
}

function Question({ isTyped }: { isTyped: boolean }) {
  const heading = useId();
  const blocker = useBlocker((move) => isTyped && isLeft(move));
  useEffect(() => {
    if (!isTyped) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isTyped]);
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      maxWidth="xs"
      aria-labelledby={heading}
    >
      <DialogTitle id={heading}>Leave without saving?</DialogTitle>
      <DialogContent>What you typed on this page is not saved.</DialogContent>
      <DialogActions>
        <Button onClick={() => blocker.proceed?.()}>Leave</Button>
        <Button variant="contained" onClick={() => blocker.reset?.()}>
          Keep editing
        </Button>
      </DialogActions>
    </Dialog>
  );
}
