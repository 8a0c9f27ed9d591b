import type { ReadMail } from '../fixtures/eml.js';
import { mailsTo } from '../fixtures/mailbox.js';
import { eventually } from './drops.js';

/** Waits for the newest mail of a kind in the server's data directory. */
export function mailTo(dataDir: string, kind: string, address: string): Promise<ReadMail> {
  return eventually(`a mail '${kind}' to ${address}`, 30_000, async () => {
    const mails = await mailsTo(dataDir, address);
    return mails.findLast(({ name }) => name.includes(`-${kind}-`))?.mail;
  });
}

export type Page = '/action/' | '/reset/' | '/register';

/** The path and query of the mail's link. */
export function linkIn(mail: ReadMail, under: Page): string {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname.startsWith(under));
  if (!link) throw new Error(`no link to ${under} in\n${mail.text}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
