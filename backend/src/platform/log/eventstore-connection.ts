import { connect } from 'node:net';

/** What a connection string says, as far as we look at it ourselves. */
export interface Connection {
  /** `host:port` of the first node */
  host: string;
  tls: boolean;
}

const SHAPE = /^esdb(?:\+discover)?:\/\/(?:(?<user>[^:/?#@]+:[^@/?#]+)@)?(?<hosts>[^@/?#]+)\/*(?:\?(?<query>[^?#]*))?$/;

/** As the client spells them, without capitals, `_` and `-`, which it overlooks. */
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
/** The client can do nothing but what `true` says of these. */
const FIXED = ['tlsverifycert', 'throwonappendfailure'];

/**
 * Refuses what the client would misread in silence: it drops a password when `tls=false`, prints the whole string to warn of
 * an option it does not know, and with `throwOnAppendFailure=false` reports wrong revisions wrongly.
 * @throws Error that names EVENTSTORE_URL and never repeats a password
 */
export function readConnectionString(url: string): Connection {
  const { user, hosts, query } = SHAPE.exec(url.trim())?.groups ?? {};
  // Where a password was not percent-encoded, parts of it look like something else, and must not be repeated.
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
  const first = hosts.split(',')[0] ?? '';
  const [name = '', port = '2113', ...rest] = first.split(':');
  if (name === '' || rest.length > 0 || !/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw wrong(`names no host and port where it says ${JSON.stringify(first)}`);
  }
  return { host: `${name}:${port}`, tls: tls === 'true' };
}

/** An error about the setting; the text goes to people. */
export function wrong(text: string, cause?: unknown): Error {
  return new Error(`EVENTSTORE_URL ${text}`, { cause });
}

function optionOf(text: string): [string, string] {
  const [name = '', value = '', ...rest] = text.split('=');
  const plain = name.trim().toLowerCase().replace(/[_-]/g, '');
  const isKnown = OPTIONS.includes(plain) || (FIXED.includes(plain) && value === 'true');
  if (!isKnown) throw wrong(`has an option ${JSON.stringify(text)} that is not supported`);
  if (value === '' || rest.length > 0) throw wrong(`has an option ${name} without a value`);
  return [plain, value.trim()];
}

/** What is wrong when nothing could be read within `ms`: asks whether anything listens there at all. */
export async function whyNot({ host, tls }: Connection, ms: number, cause: unknown): Promise<Error> {
  const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
  const listens = await isListening(host);
  if (listens === true) {
    const how = tls ? 'over TLS' : 'without TLS';
    return wrong(`names ${host}, which answers, but not as EventStoreDB ${how} within ${ms} ms (${reason})`, cause);
  }
  return wrong(`names ${host}, which cannot be reached (${listens})`, cause);
}

function isListening(host: string): Promise<true | string> {
  const [name = '', port] = host.split(':');
  return new Promise((resolve) => {
    const socket = connect({ host: name, port: Number(port), timeout: 1_000 });
    const answer = (told: true | string) => {
      socket.destroy();
      resolve(told);
    };
    socket.once('connect', () => answer(true));
    socket.once('timeout', () => answer('no answer'));
    socket.once('error', (error: NodeJS.ErrnoException) => answer(error.code ?? error.message));
  });
}
