import type { LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import { stampTime } from '../src/ui/times.js';
import type { Person } from './entrance.js';
import { Note, Pane } from './pane.js';

export function Log({ auditor, events }: { auditor: Person; events: readonly LoggedEvent[] }) {
  return (
    <Pane title="The log" as={`${auditor.session.name}, who checks it`}>
      {events.length === 0 ? (
        <Note>Every step is an event, chained to the one before.</Note>
      ) : (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard (WCAG 2.1.1)
          tabIndex={0}
          aria-label="Newest events"
          className="h-112 lg:h-152 overflow-y-auto border-y border-rule"
        >
          <ol>
            {events.map(({ position, type, stream, at }) => (
              <li key={position} className="border-b border-rule py-1.5 last:border-0">
                <p className="flex items-baseline justify-between gap-3">
                  <span className="font-semibold">{type}</span>
                  <time dateTime={at} className="count shrink-0 text-mini text-muted">
                    {stampTime(at)}
                  </time>
                </p>
                <p className="count truncate text-mini text-muted">
                  {position} {stream}
                </p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </Pane>
  );
}
