import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reasonIn } from '../audit/log-source.js';
import { SessionKeys } from '../platform/auth/session-keys.js';
import { askOnce } from '../platform/calls/ask-once.js';
import { type Config, ConfigError } from '../platform/config.js';
import { DirectoryInUse } from '../platform/data-directory.js';
import { Refused } from '../platform/decider.js';
import { createLogger } from '../platform/logger.js';
import { Secrets } from '../platform/secrets.js';
import type { Rotated } from '../platform/vault/key-rotation.js';
import { openEngines } from '../start/stores.js';

interface Asking {
  /** of the running server that has the data directory */
  url: string;
  /** signs in to it */
  email: string | undefined;
  password: string | undefined;
  otp: string | undefined;
  /** everybody logs in again */
  endSessions: boolean;
}

/**
 * Puts the vault under another master key and signs sessions with another secret: here, where no server has the data directory; else the server that has it is asked, as an
 * admin. Processes that share their stores may go on. @throws ConfigError
 */
export async function rotateKey(config: Config, asking: Asking, say: (text: string) => void): Promise<number> {
  if (!config.engines && !existsSync(join(config.dataDir, 'log')))
    throw new ConfigError(`there is no event log in ${config.dataDir}; set DATA_DIR`);
  try {
    tell(await rotateHere(config, asking.endSessions, say), say);
  } catch (error) {
    if (error instanceof Refused) throw new ConfigError(error.message, { cause: error });
    if (!(error instanceof DirectoryInUse)) throw error;
    say(`a server has ${config.dataDir}; it is asked at ${asking.url}`);
    tell(await askServer(asking), say);
  }
  return 0;
}

async function rotateHere(config: Config, isStolen: boolean, say: (text: string) => void): Promise<Rotated> {
  const engines = await openEngines({ ...config, readModels: 'memory' }, createLogger('silent'), say, () =>
    process.exit(1),
  );
  try {
    // Before anything is sealed as an older program does not know it.
    await engines.markFormat();
    if (!engines.rotation) throw new ConfigError('these stores are not sealed');
    const rotated = await engines.rotation.rotate();
    const { jwtSecret: jwt } = config;
    const secrets = await Secrets.open(engines.vault, ['jwt'], { jwt });
    const keys = await SessionKeys.open(engines.vault, secrets.get('jwt'), jwt, Date.now());
    await keys.rotate(Date.now(), isStolen);
    return rotated;
  } finally {
    await engines.close();
  }
}

async function askServer({ url, email, password, otp, endSessions }: Asking): Promise<Rotated> {
  if (!email || !password) throw new ConfigError('Set ADMIN_EMAIL and ADMIN_PASSWORD to log in to it with.');
  const code = otp ? { otp } : {};
  const { token } = await post<{ token: string }>(`${url}/login`, { email, password, ...code });
  return post<Rotated>(`${url}/api/admin/master-key/rotate`, { password, endSessions, ...code }, token);
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const headers = { 'content-type': 'application/json', ...authorization };
  const asked = { method: 'POST', headers, body: JSON.stringify(body) } as const;
  const { ok, status, text } = await askOnce(url, asked).catch((error: unknown) => {
    throw new ConfigError(`${url} does not answer. Name the server with SERVER_URL.`, { cause: error });
  });
  if (!ok) throw new ConfigError(`${new URL(url).pathname}: ${reasonIn(text) ?? status}`);
  return JSON.parse(text) as T;
}

function tell({ masterKey, records, wasUnfinished }: Rotated, say: (text: string) => void): void {
  if (wasUnfinished) say('An earlier rotation had been broken off: it is ended now, and no other was begun.');
  say(`The vault is under the master key ${masterKey}; ${records} records were sealed anew.`);
  say('Sessions are signed with another secret within a minute.');
  say('Keep a copy of the key apart from all backups, and the key before as long as there is a backup of its time.');
}
