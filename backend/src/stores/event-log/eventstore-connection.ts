import { connect, isIP } from 'node:net';

export interface Connection {
  hosts: string[];
  tls: boolean;
  caFile: string | null;
}

const SHAPE = /^esdb(?:\+discover)?:\/\/(?:(?<user>[^:/?#@]+:[^@/?#]+)@)?(?<hosts>[^@/?#]+)\/*(?:\?(?<query>[^?#]*))?$/;

const OPTIONS = [
  'usercertfile',
  'userkeyfile',
  'maxdiscoverattempts',
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'nodepreference',
  'tls',
  'tlscafile',
  'keepaliveinterval',
  'keepalivetimeout',
];
/** Other values break the client: wrong revisions are misreported without `throwOnAppendFailure`. */
const FIXED = ['tlsverifycert', 'throwonappendfailure'];

/** Rejects what the client misreads silently. @throws WrongSetting that never repeats a password */
export function readConnectionString(url: string): Connection {
  const { user, hosts, query } = SHAPE.exec(url.trim())?.groups ?? {};
  // Parts of an unencoded password may parse as something else and must not be printed.
  const isTorn = url.includes('@') && !user;
  if (!hosts || isTorn)
    throw wrong(
      'must be esdb://host:port or esdb+discover://host:port, with a user as name:password@ (percent-encoded)',
    );
  const options = new Map(query ? query.split('&').map(optionOf) : []);
  const tls = options.get('tls') ?? 'true';
  if (tls !== 'true' && tls !== 'false') throw wrong('must say tls=true or tls=false');
  if (user && tls === 'false') {
    throw wrong('gives a user with tls=false, where no password is ever sent: use tls=true, or leave the user out');
  }
  const nodes = hosts.split(',').map((host) => nodeOf(host, tls === 'true'));
  const caFile = options.get('tlscafile');
  return { hosts: nodes, tls: tls === 'true', caFile: caFile === undefined ? null : decoded(caFile) };
}

function decoded(caFile: string): string {
  try {
    return decodeURIComponent(caFile);
  } catch {
    throw wrong('has a tlsCAFile whose % does not begin a percent-encoded character');
  }
}

function nodeOf(text: string, tls: boolean): string {
  const [name = '', port = '2113', ...rest] = text.split(':');
  if (name === '' || rest.length > 0 || !/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw wrong(`names no host and port where it says ${JSON.stringify(text)}`);
  }
  // gRPC would use the address as TLS server name, which Node deprecates (DEP0123).
  if (tls && isIP(name) !== 0)
    throw wrong(`gives the address ${name} with TLS, which needs a name: give the name of that node`);
  return `${name}:${port}`;
}

export class WrongSetting extends Error {}

export function wrong(text: string, cause?: unknown): WrongSetting {
  return new WrongSetting(`EVENTSTORE_URL ${text}`, { cause });
}

function optionOf(text: string): [string, string] {
  const [name = '', value = '', ...rest] = text.split('=');
  const plain = name.trim().toLowerCase().replace(/[_-]/g, '');
  const isSupported = OPTIONS.includes(plain) || (FIXED.includes(plain) && value === 'true');
  if (!isSupported) throw wrong(`has an option ${JSON.stringify(text)} that is not supported`);
  if (value === '' || rest.length > 0) throw wrong(`has an option ${name} without a value`);
  return [plain, value.trim()];
}

export async function whyNot({ hosts, tls }: Connection, ms: number, cause: unknown): Promise<Error> {
  const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
  const listens = await Promise.all(hosts.map(isListening));
  const away = hosts.flatMap((host, i) =>
    listens[i] === true ? [] : [`${host}, which cannot be reached (${listens[i]})`],
  );
  const there = hosts.filter((_, i) => listens[i] === true);
  if (there.length === 0) return wrong(`names ${away.join(' and ')}`, cause);
  const how = tls ? 'over TLS' : 'without TLS';
  const answers = there.length === 1 ? 'which answers' : 'which answer';
  const others = away.length === 0 ? '' : `; and ${away.join(' and ')}`;
  const not = `but not as EventStoreDB ${how} within ${ms} ms (${reason})`;
  return wrong(`names ${there.join(', ')}, ${answers}, ${not}${others}`, cause);
}

function isListening(host: string): Promise<true | string> {
  const [name = '', port] = host.split(':');
  return new Promise((resolve) => {
    const socket = connect({ host: name, port: Number(port), timeout: 1_000 });
    const answer = (result: true | string) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => answer(true));
    socket.once('timeout', () => answer('no answer'));
    socket.once('error', (error: NodeJS.ErrnoException) => answer(error.code ?? error.message));
  });
}
