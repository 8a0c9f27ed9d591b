import { hash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT = /-([0-9a-f]{24})\.eml$/;
const UNFINISHED = /\.tmp$/;

const keyOf = (messageId: string): string => hash('sha256', messageId, 'hex').slice(0, 24);

/** Mails as files of a directory, one per Message-ID. One process writes there: the data directory is locked. */
export class MailFiles {
  /** file names by hash of the Message-ID; a name may stand for a file that was never finished */
  private names: Promise<Map<string, string>> | null = null;

  constructor(
    private readonly directory: string,
    private readonly now: () => number,
  ) {}

  /** Replaces what was kept under this Message-ID. A reader sees the old file or the new one, never half of one. */
  async keep(messageId: string, kind: string, message: Buffer): Promise<void> {
    const names = await this.known();
    const key = keyOf(messageId);
    const name = names.get(key) ?? this.nameOf(kind, key);
    names.set(key, name);
    const unfinished = join(this.directory, `${randomUUID()}.tmp`);
    try {
      // Mails hold signed links: only the owner of the process reads them.
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, join(this.directory, name));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async remove(messageIds: readonly string[]): Promise<void> {
    const names = await this.known();
    for (const key of messageIds.map(keyOf)) {
      const name = names.get(key);
      if (name === undefined) continue;
      await rm(join(this.directory, name), { force: true });
      names.delete(key);
    }
  }

  private nameOf(kind: string, key: string): string {
    const stamp = new Date(this.now()).toISOString().replace(/[-:.]/g, '');
    return `${stamp}-${kind.replace(/[^a-z0-9-]/g, '')}-${key}.eml`;
  }

  private known(): Promise<Map<string, string>> {
    this.names ??= this.load().catch((error: unknown) => {
      this.names = null;
      throw error;
    });
    return this.names;
  }

  private async load(): Promise<Map<string, string>> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const names = new Map<string, string>();
    for (const name of await readdir(this.directory)) {
      const key = KEPT.exec(name)?.[1];
      if (key) names.set(key, name);
      if (UNFINISHED.test(name)) await rm(join(this.directory, name), { force: true });
    }
    return names;
  }
}
