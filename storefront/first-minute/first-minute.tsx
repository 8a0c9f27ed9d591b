import type { GuidedDrop, GuidedStatus } from '@supreme-access/contract/shapes/first-minute.js';
import { Suspense, use, useCallback, useState } from 'react';
import { Board } from './board.js';
import { ChangeOneByte } from './change-one-byte.js';
import type { Entered, Stage } from './entrance.js';
import { useLog, useReading } from './live-log.js';
import { Log } from './log.js';
import { Mails } from './mails.js';
import { Note } from './pane.js';
import { Phone } from './phone.js';
import { StartDrop } from './start-drop.js';
import { WhoAmI } from './who-am-i.js';

export function FirstMinute({ entering }: { entering: Promise<Entered> }) {
  return (
    <div className="gutter mx-auto grid max-w-420 gap-10 py-6 lg:py-10">
      <header className="grid gap-3">
        <p className="heading text-2xl leading-none">Supreme Access</p>
        <h1 className="heading text-title">Your first minute</h1>
      </header>
      <main className="grid min-w-0 gap-10">
        <Suspense fallback={<Note>One moment.</Note>}>
          <Opened entering={entering} />
        </Suspense>
      </main>
    </div>
  );
}

function Opened({ entering }: { entering: Promise<Entered> }) {
  const entered = use(entering);
  if (entered.ok) return <OnStage stage={entered.stage} />;
  return (
    <p role="alert" className="max-w-prose text-lg">
      {entered.message}
    </p>
  );
}

function OnStage({ stage: { people, profileId } }: { stage: Stage }) {
  const [begun, setBegun] = useState<GuidedDrop | null>(null);
  const events = useLog(people.auditor.api);
  const beat = events[0]?.position ?? 0;
  const { api } = people.operator;
  const read = useCallback(() => api.get<GuidedStatus>('/api/first-minute/drop'), [api]);
  const status = useReading(read, beat, isGathering);
  const drop = newer(begun, status?.drop ?? null);
  return (
    <>
      <p className="max-w-prose text-lg">
        Forty simulated shoppers want 36 hoodies. Be the forty-first: start the drop, take a slot on the phone, and
        watch what the shopper, the operator and the auditor see of it. Nobody is charged, and nothing is bought.
      </p>
      <WhoAmI people={people} />
      <StartDrop operator={people.operator} status={status} drop={drop} onDrop={setBegun} />
      <div className="grid gap-10 lg:grid-cols-3 lg:gap-6">
        <Phone shopper={people.shopper} profileId={profileId} drop={drop} beat={beat} />
        <Board operator={people.operator} drop={drop} beat={beat} />
        <Log auditor={people.auditor} events={events} />
      </div>
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-6">
        <ChangeOneByte auditor={people.auditor} />
        {/* Mails arrive while somebody uses the rest, so nothing stands below them. */}
        <Mails shopper={people.shopper} beat={beat} />
      </div>
    </>
  );
}

const isGathering = ({ gathered, crowd }: GuidedStatus) => gathered < crowd;

function newer(one: GuidedDrop | null, other: GuidedDrop | null): GuidedDrop | null {
  if (!one || !other) return one ?? other;
  return other.releaseAt > one.releaseAt ? other : one;
}
