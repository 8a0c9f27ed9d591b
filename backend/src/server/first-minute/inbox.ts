import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuidedMail } from '@supreme-access/contract/shapes/first-minute.js';
import PostalMime from 'postal-mime';

const SHOWN = 20;

interface Read extends GuidedMail {
  to: string;
}

/** Mails that were kept as files instead of sent, as the person to whom they are would read them. */
export class Inbox {
  private readonly read = new Map<string, Read>();

  constructor(private readonly directory: string) {}

  /** The newest first, twenty at most. */
  async of(address: string): Promise<GuidedMail[]> {
    const names = (await readdir(this.directory).catch(() => [])).filter((name) => name.endsWith('.eml'));
    for (const name of this.read.keys()) if (!names.includes(name)) this.read.delete(name);
    const mails: Read[] = [];
    for (const name of names.sort().reverse()) {
      const mail = this.read.get(name) ?? (await this.open(name));
      if (mail?.to === address) mails.push(mail);
      if (mails.length === SHOWN) break;
    }
    return mails.map(({ to: _, ...mail }) => mail);
  }

  /** undefined: it was erased since the directory was read */
  private async open(name: string): Promise<Read | undefined> {
    const bytes = await readFile(join(this.directory, name)).catch(() => undefined);
    if (!bytes) return undefined;
    const { to, subject = '', text = '', date } = await PostalMime.parse(bytes);
    const at = new Date(date ?? 0).toISOString();
    const mail = { id: name.replace(/\.eml$/, ''), at, subject, text, to: to?.[0]?.address?.toLowerCase() ?? '' };
    this.read.set(name, mail);
    return mail;
  }
}
