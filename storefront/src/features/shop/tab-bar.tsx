import type { KeyboardEvent } from 'react';
import { TABS, type Tab } from './tabs.js';

interface TabBarProps {
  tab: Tab;
  counts: Record<Tab, number>;
  onChange(tab: Tab): void;
}

export function TabBar({ tab, counts, onChange }: TabBarProps) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? 'All';
    onChange(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div
      role="tablist"
      aria-label="Filter"
      onKeyDown={move}
      className="-mb-px flex overflow-x-auto max-lg:pr-8 max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-2rem),transparent)]"
    >
      {TABS.map((name) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls="shop-grid"
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onChange(name)}
          className="flex min-h-12 shrink-0 items-baseline gap-1.5 border-b-2 border-transparent px-3 py-3 font-medium first:-ml-3 hover:bg-sheet focus-visible:-outline-offset-2 aria-selected:border-fg lg:px-5 lg:first:-ml-5"
        >
          {name}
          <span aria-hidden="true" className="count text-mini text-muted">
            {counts[name]}
          </span>
        </button>
      ))}
    </div>
  );
}
