import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventLog } from '../platform/log/event-log.js';
import { type ReadMail, readEml } from './eml.fixture.js';

/** whoever waits for a mail reads them all again and again */
const known = new Map<string, ReadMail>();

function readOnce(eml: string): ReadMail {
  const mail = known.get(eml) ?? readEml(eml);
  known.set(eml, mail);
  return mail;
}

/** The mails to somebody among those that a server has written into its data directory, oldest first. */
export async function mailsTo(dataDir: string, to: string): Promise<{ name: string; mail: ReadMail }[]> {
  const outbox = join(dataDir, 'mail');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => read(outbox, name)));
  return mails.flat().filter(({ mail }) => mail.headers.get('to')?.toLowerCase() === to.toLowerCase());
}

/** None where it has been erased since the directory was read. */
async function read(outbox: string, name: string): Promise<{ name: string; mail: ReadMail }[]> {
  try {
    return [{ name, mail: readOnce(await readFile(join(outbox, name), 'utf8')) }];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The mails that were requested about a stream, as `kind:which`. */
export async function requestedMails(log: EventLog, about: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { type, data } of log.readAll()) {
    if (type === 'MailRequested' && data.about === about) names.push(`${data.kind}:${data.which}`);
  }
  return names;
}

/** The token at the end of a mail's link. */
export function tokenOf({ text }: ReadMail): string {
  const token = /\/(?:reset|action)\/([\w.-]+)/.exec(text)?.[1];
  if (!token) throw new Error('the mail has no link');
  return token.replace(/\.$/, '');
}
