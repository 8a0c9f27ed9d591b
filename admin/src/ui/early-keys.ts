import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps what is typed for something that was opened and is still loading, from the page behind it. What it answers is called once, by
 * what was opened: it has the letters so far, and hears the keys itself from then on.
 */
export function useEarlyKeys(isOpen: boolean, onEscape: () => void): () => string {
  const typed = useRef('');
  const stop = useRef(() => {});
  const escaped = useRef(onEscape);
  escaped.current = onEscape;
  useLayoutEffect(() => {
    if (!isOpen) return;
    typed.current = '';
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === 'Escape') escaped.current();
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key.length === 1) typed.current += key;
    };
    stop.current = () => document.removeEventListener('keydown', onKey, true);
    document.addEventListener('keydown', onKey, true);
    return () => stop.current();
  }, [isOpen]);
  return () => {
    stop.current();
    const early = typed.current;
    typed.current = '';
    return early;
  };
}
