import type { GuidedMail } from '@supreme-access/contract/shapes/first-minute.js';
import { useCallback } from 'react';
import { stampTime } from '../src/ui/times.js';
import type { Person } from './entrance.js';
import { useReading } from './live-log.js';
import { Note, Pane } from './pane.js';

export function Mails({ shopper, beat }: { shopper: Person; beat: number }) {
  const { api, session } = shopper;
  const read = useCallback(() => api.get<GuidedMail[]>('/api/first-minute/mails'), [api]);
  const mails = useReading(read, beat) ?? [];
  return (
    <Pane title="The inbox" as={`${session.name}’s mails, kept as files`}>
      {mails.length === 0 ? (
        <Note>Take a slot, and a mail says so. Another one says how it went.</Note>
      ) : (
        <ul className="border-b border-rule">
          {mails.map(({ id, at, subject, text }) => (
            <li key={id} className="border-t border-rule">
              <details>
                <summary className="min-h-11 py-2.5">
                  <span className="font-medium">{subject}</span>{' '}
                  <time dateTime={at} className="count text-mini text-muted">
                    {stampTime(at)}
                  </time>
                </summary>
                <p className="pb-4 text-sm wrap-anywhere whitespace-pre-line">{text}</p>
              </details>
            </li>
          ))}
        </ul>
      )}
    </Pane>
  );
}
