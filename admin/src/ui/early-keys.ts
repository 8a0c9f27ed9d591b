import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps what is typed while a dialog is still loading. The returned function is called once by that dialog: it returns
 * the text so far and stops listening.
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
