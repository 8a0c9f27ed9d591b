import type { Store } from './store.js';

type Right = '$r' | '$w' | '$mr' | '$mw';
type AccessList = Partial<Record<Right, string | readonly string[]>>;
interface Said {
  $acl?: AccessList;
  $userStreamAcl?: AccessList;
  $systemStreamAcl?: AccessList;
}

const ALL = '$all';
const [EVERYBODY, ADMIN, ADMINS] = ['$all', 'admin', '$admins'];
const RIGHTS = { read: ['$r', '$mr'], append: ['$w', '$mw'] } as const;

/**
 * By the stream's own list, else that of $settings, else the server's own, which leaves streams of the system and $all to admins
 * (LegacyStreamPermissionAssertion.cs and SystemSettings.cs of 24.10). Metadata have rights of their own.
 */
export function mayCall(kind: keyof typeof RIGHTS, user: string, stream: string | undefined, store: Store): boolean {
  if (user === ADMIN) return true;
  const isMetadata = stream?.startsWith('$$') ?? false;
  const name = isMetadata ? (stream ?? '').slice(2) : (stream ?? ALL);
  const right = RIGHTS[kind][isMetadata ? 1 : 0];
  const [listed, others] = name.startsWith('$')
    ? (['$systemStreamAcl', ADMINS] as const)
    : (['$userStreamAcl', EVERYBODY] as const);
  const allowed = lastOf(store, `$$${name}`)?.$acl?.[right] ?? lastOf(store, '$settings')?.[listed]?.[right] ?? others;
  return [allowed].flat().some((role) => role === EVERYBODY || role === user);
}

function lastOf(store: Store, stream: string): Said | undefined {
  const last = store.of(stream).at(-1);
  return last && (JSON.parse(Buffer.from(last.data).toString()) as Said);
}
