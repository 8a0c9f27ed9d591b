import { signIn } from '../src/api/session.js';
import type { Person, Stage } from './entrance.js';

interface Place {
  who: keyof Stage['people'];
  path: string;
  label: string;
}

const PLACES: readonly Place[] = [
  { who: 'shopper', path: '/shop', label: 'Open the shop as' },
  { who: 'operator', path: '/admin/', label: 'Open the admin as' },
  { who: 'auditor', path: '/admin/', label: 'Open the audit as' },
];

/** Each opens a tab of the product itself, logged in as that person; the browser then is theirs in its other tabs too. */
export function WhoAmI({ people }: Pick<Stage, 'people'>) {
  return (
    <nav aria-label="Who am I" className="flex flex-wrap gap-3">
      {PLACES.map(({ who, path, label }) => (
        <Door key={who} person={people[who]} path={path} label={label} />
      ))}
    </nav>
  );
}

function Door({ person: { session }, path, label }: { person: Person; path: string; label: string }) {
  return (
    <a
      href={path}
      target="_blank"
      rel="noopener"
      onClick={() => signIn(session)}
      className="inline-flex min-h-11 items-center border border-edge px-4 font-medium no-underline hover:border-fg hover:bg-sheet"
    >
      {label} {session.name}
    </a>
  );
}
