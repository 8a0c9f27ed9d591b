import { useEffect, useRef } from 'react';
import { useStore } from 'react-admin';

const TYPED =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable], [role=combobox]';
const OVER = '[role=dialog], [role=menu], [role=listbox]';

function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${TYPED}, ${OVER}`) !== null;
}

/** Whether single keys are on; people who use speech input turn them off (WCAG 2.2, 2.1.4). */
export function useSingleKeys() {
  return useStore('singleKeys', true);
}

/** Handles single keys, except in inputs, dialogs and menus. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const [isOn] = useSingleKeys();
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = event;
      if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented || isElsewhere(target)) return;
      const act = latest.current[key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}
