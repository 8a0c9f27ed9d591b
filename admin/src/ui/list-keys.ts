import type { RefObject } from 'react';
import { useKeys } from './keys.js';

const ROWS = 'tbody > tr, li[data-row]';

/** J and K move the focus from row to row, so that Enter opens the focused one and a screen reader announces it. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  const move = (by: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
    const now = rows.findIndex((row) => row.contains(document.activeElement));
    const next = now < 0 ? (by > 0 ? rows[0] : rows.at(-1)) : rows[now + by];
    if (next) focusOn(next);
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
}

function focusOn(row: HTMLElement): void {
  const target = row.querySelector<HTMLElement>('a[href]') ?? row;
  if (target === row) row.tabIndex = -1;
  target.focus();
}
