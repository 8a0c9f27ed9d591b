import type { ReactNode } from 'react';
import { useSlow } from '../../ui/load-state.js';

const LINES = { title: 'w-4/5 h-14', fee: 'w-1/3 h-5', facts: 'h-28', size: 'h-13', style: 'h-12', profile: 'h-12' };
const CARDS = Array.from({ length: 8 }, (_, card) => card);

export function GridSkeleton() {
  return (
    <Waiting>
      <div className="gutter border-b border-fg py-10">
        <div className="h-14 w-3/5 rounded bg-sheet" />
      </div>
      <ul className="grid grid-cols-2 overflow-clip max-[18rem]:grid-cols-1 md:grid-cols-3 xl:grid-cols-4">
        {CARDS.map((card) => (
          <li key={card} className="relative -mt-px -ml-px border-y border-l border-rule last:border-r">
            <div className="aspect-[4/5] bg-sheet" />
            <div className="grid gap-2.5 px-4 pt-4 pb-6">
              <div className="h-6 w-4/5 rounded bg-sheet" />
              <div className="h-4 w-2/5 rounded bg-sheet" />
              <div className="h-3 w-3/5 rounded bg-sheet" />
            </div>
          </li>
        ))}
      </ul>
    </Waiting>
  );
}

export function ProductSkeleton() {
  return (
    <Waiting>
      <div className="md:grid md:grid-cols-12">
        <div className="aspect-[4/5] w-full bg-sheet max-md:max-h-[46dvh] md:col-span-6 lg:col-span-7" />
        <div className="grid content-start gap-6 p-4 md:col-span-6 md:px-6 lg:col-span-5 lg:p-10">
          {Object.entries(LINES).map(([line, size]) => (
            <div key={line} className={`rounded bg-sheet ${size}`} />
          ))}
        </div>
      </div>
    </Waiting>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  const slow = useSlow();
  return (
    <div role="status">
      <p className={slow ? 'gutter py-3 text-muted' : 'sr-only'}>
        {slow ? 'Still loading. The connection is slow.' : 'Loading'}
      </p>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
