import { useEffect, useRef } from 'react';
import { useStore } from 'react-admin';

const TYPED =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable], [role=combobox]';
const OVER = '[role=dialog], [role=menu], [role=listbox]';

function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${TYPED}, ${OVER}`) !== null;
}

/** Whether single keys act; somebody whose words a machine types for them turns that off. */
export function useSingleKeys() {
  return useStore('singleKeys', true);
}

/** Acts on single keys, but never while somebody types, or has a dialog or a menu open. */
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
