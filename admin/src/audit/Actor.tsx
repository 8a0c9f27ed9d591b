import type { LoggedEvent } from '@supreme-access/contract/logged-events.js';
import { RecordLink } from './names.js';

const PEOPLE = ['shopper', 'admin', 'auditor'];

/** Who did it; a person with an account by name, with a link to the account. */
export function Actor({ actor: { kind, id } }: Pick<LoggedEvent, 'actor'>) {
  if (kind === 'guest') return <>a guest</>;
  if (!PEOPLE.includes(kind)) return <>{kind === 'worker' ? `job ${id}` : `${kind} ${id}`}</>;
  return (
    <>
      {kind} <RecordLink kind="account" id={id} />
    </>
  );
}
