import type { LoggedEvent } from '@supreme-access/contract/logged-events.js';
import { InkLink } from './InkLink.js';

const PEOPLE = ['shopper', 'admin', 'auditor'];

/** Who did it; somebody with an account leads there, to their name. */
export function Actor({ actor: { kind, id } }: Pick<LoggedEvent, 'actor'>) {
  return (
    <>
      {kind} {PEOPLE.includes(kind) ? <InkLink to={`/accounts/${encodeURIComponent(id)}/show`}>{id}</InkLink> : id}
    </>
  );
}
