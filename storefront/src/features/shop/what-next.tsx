import { TEXTS } from '@supreme-access/contract/texts.js';
import { viewerTime } from '../../ui/times.js';
import { RemindMe } from './remind-me.js';
import type { Dated } from './reminders.js';

export function WhatNext({ drop }: { drop: Dated }) {
  const { releaseAt } = drop;
  return (
    <section aria-label="What happens next" className="grid gap-1">
      <h2 className="heading mb-2 text-head">What happens next</h2>
      <ol className="grid border-t border-rule">
        <Step
          when={releaseAt ? <time dateTime={releaseAt}>{viewerTime(releaseAt)}</time> : 'Release date to be announced'}
        >
          We check out for you at the retailer. You do not have to be here.
        </Step>
        <Step when="Within 72 hours after that">
          We email you the result. If we got the item, your card is charged the service fee. If not, you pay nothing.
        </Step>
      </ol>
      <p className="mt-2 text-sm">{TEXTS.promise}</p>
      <RemindMe product={drop} />
    </section>
  );
}

function Step({ when, children }: { when: React.ReactNode; children: React.ReactNode }) {
  return (
    <li className="grid gap-x-4 border-b border-rule py-2.5 sm:grid-cols-[11rem_1fr]">
      <span className="count text-sm text-muted">{when}</span>
      <span>{children}</span>
    </li>
  );
}
