import { hash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT = /-([0-9a-f]{24})\.eml$/;
const UNFINISHED = /\.tmp$/;

const short = (text: string): string => hash('sha256', text, 'hex').slice(0, 12);
const keyOf = (about: string, messageId: string): string => short(about) + short(messageId);

/**
 * Mails as files, one per Message-ID. Only one thread writes them, under the lock of the data directory; any removes
 * them, so a removal lists the directory anew.
 */
export class MailFiles {
  private names: Promise<Map<string, string>> | null = null;

  constructor(
    private readonly directory: string,
    private readonly now: () => number,
  ) {}

  async keep(messageId: string, about: string, kind: string, message: Buffer): Promise<void> {
    const names = await this.storedNames();
    const key = keyOf(about, messageId);
    const name = names.get(key) ?? this.nameOf(kind, key);
    names.set(key, name);
    const unfinished = join(this.directory, `${randomUUID()}.tmp`);
    try {
      // Mails contain signed links: only the owner of the process may read them.
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, join(this.directory, name));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async read(about: string, messageId: string): Promise<Buffer | null> {
    const own = keyOf(about, messageId);
    const name = (await this.listed()).find((one) => KEPT.exec(one)?.[1] === own);
    if (name === undefined) return null;
    try {
      return await readFile(join(this.directory, name));
    } catch (error) {
      // An erasure may remove it meanwhile.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async removeAbout(about: string, exceptKind?: string): Promise<void> {
    const own = short(about);
    await this.removeEach((key, name) => key.startsWith(own) && !name.includes(`-${exceptKind}-`));
  }

  async remove(about: string, messageId: string): Promise<void> {
    const own = keyOf(about, messageId);
    await this.removeEach((key) => key === own);
  }

  private async removeEach(isMeant: (key: string, name: string) => boolean): Promise<void> {
    for (const name of await this.listed()) {
      const key = KEPT.exec(name)?.[1];
      if (key && isMeant(key, name)) await rm(join(this.directory, name), { force: true });
    }
  }

  private nameOf(kind: string, key: string): string {
    const stamp = new Date(this.now()).toISOString().replace(/[-:.]/g, '');
    return `${stamp}-${kind.replace(/[^a-z0-9-]/g, '')}-${key}.eml`;
  }

  private storedNames(): Promise<Map<string, string>> {
    this.names ??= this.load().catch((error: unknown) => {
      this.names = null;
      throw error;
    });
    return this.names;
  }

  private async load(): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    for (const name of await this.listed()) {
      const key = KEPT.exec(name)?.[1];
      if (key) names.set(key, name);
      // A process that was killed has left it.
      if (UNFINISHED.test(name)) await rm(join(this.directory, name), { force: true });
    }
    return names;
  }

  private async listed(): Promise<string[]> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    return readdir(this.directory);
  }
}
