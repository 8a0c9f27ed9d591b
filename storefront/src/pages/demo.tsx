import { useState } from 'react';
import { Link } from 'react-router-dom';
import { serverNow, useServerSecond } from '../api/clock.js';
import { SIMULATED, simulatedDrop } from '../features/demo/simulated-drop.js';
import { Button } from '../ui/button.js';
import { Countdown } from '../ui/countdown.js';
import { SampleNote } from '../ui/sample-note.js';
import { ShopLink } from '../ui/shop-link.js';
import { SlotMeter } from '../ui/slot-meter.js';
import { Ticket } from '../ui/ticket.js';
import { Timeline } from '../ui/timeline.js';

const SECOND = 1_000;

export function Demo() {
  const [start, setStart] = useState<number | null>(null);
  const now = useServerSecond();
  const drop = simulatedDrop(start, now);
  const begin = () => setStart(Math.floor(serverNow() / SECOND) * SECOND);
  return (
    <div className="gutter columns gap-y-10 py-8 lg:py-16">
      <div className="col-span-4 grid content-start gap-6 lg:col-span-6">
        <h1 className="heading text-title">Watch a drop.</h1>
        <SampleNote>Everything here is simulated: no slot, no retailer, no money.</SampleNote>
        <Countdown to={drop.releaseAt} />
        <SlotMeter reserved={drop.reserved} total={SIMULATED.totalStock} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button onClick={begin}>{start === null ? 'Start the Demo' : 'Start Again'}</Button>
          <Link to="/how-it-works">How it works</Link>
        </div>
      </div>
      <div className="col-span-4 grid content-start gap-6 lg:col-span-5 lg:col-start-8">
        <h2 className="sr-only">Your ticket</h2>
        <Ticket
          facts={{
            ...SIMULATED,
            slotNumber: drop.holdsSlot ? SIMULATED.slotNumber : null,
            size: 'm',
            style: 'Stone',
            holder: 'You',
          }}
          tone={drop.tone}
          stamps={drop.stamps}
        />
        <section aria-label="What happened" aria-live="polite">
          {drop.moments.length === 0 ? (
            <p className="border-t border-rule py-2.5 text-muted">Nothing has happened yet. Start the demo.</p>
          ) : (
            <Timeline moments={drop.moments} />
          )}
        </section>
        {drop.over && <ShopLink variant="volt" className="justify-self-start" />}
      </div>
    </div>
  );
}
