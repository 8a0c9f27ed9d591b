import { counted } from '@supreme-access/contract/labels.js';
import type { Damage } from '@supreme-access/contract/shapes/first-minute.js';
import { useState } from 'react';
import { messageOf } from '../src/api/api.js';
import { Button } from '../src/ui/button.js';
import type { Person } from './entrance.js';
import { Note, Pane } from './pane.js';

export function ChangeOneByte({ auditor }: { auditor: Person }) {
  const [state, setState] = useState<{ isAsking: boolean; damage?: Damage; problem?: string }>({ isAsking: false });
  const change = async () => {
    setState({ isAsking: true });
    try {
      setState({ isAsking: false, damage: await auditor.api.post<Damage>('/api/first-minute/damage', {}) });
    } catch (error) {
      setState({ isAsking: false, problem: messageOf(error) });
    }
  };
  return (
    <Pane title="Change one byte" as="What if somebody tampers?">
      <div className="grid gap-4">
        <Note>
          The whole log is copied in memory, one digit of one sum is made another, and the verifier that auditors use
          walks the copy. The log itself stays as it is.
        </Note>
        <Button className="justify-self-start" disabled={state.isAsking} onClick={() => void change()}>
          {state.isAsking ? 'Verifying …' : 'Change One Byte'}
        </Button>
        <div role="status" className="grid gap-4 empty:hidden">
          {state.problem && <p className="text-lost">{state.problem}</p>}
          {state.damage && <Found {...state.damage} />}
        </div>
      </div>
    </Pane>
  );
}

function Found({ events, streams, isIntact, changed: { before, was, became, after }, at, found }: Damage) {
  const size = `${counted(events, 'event', 'events')} in ${counted(streams, 'stream', 'streams')}`;
  return (
    <>
      <p>
        <strong className={isIntact ? 'text-good' : 'text-lost'}>The log: {isIntact ? 'intact.' : 'damaged.'}</strong>{' '}
        {size}
        {isIntact ? ', every chain holds.' : '.'}
      </p>
      <p className="count text-sm wrap-anywhere">
        {before}
        <del className="px-0.5 text-lost">{was}</del>
        <ins className="bg-lost px-0.5 text-bg no-underline">{became}</ins>
        {after}
      </p>
      <div className="border-l-4 border-lost pl-4 text-lost">
        <p className="font-semibold">The copy: {found.length === 0 ? 'nothing found.' : `changed, ${at.type}.`}</p>
        {found.map(({ position, stream, revision, problem }) => (
          <p key={position} className="count text-sm wrap-anywhere">
            position {position}, {stream} revision {revision}: {problem}
          </p>
        ))}
      </div>
    </>
  );
}
