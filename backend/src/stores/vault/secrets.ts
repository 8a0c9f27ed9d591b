import { randomBytes } from 'node:crypto';
import { keptIn, type Vault } from './vault.js';

/** Created once per installation and never rotated; session keys are in auth/session-keys.ts. */
export class Secrets {
  private constructor(private readonly values: ReadonlyMap<string, string>) {}

  static async open(vault: Vault, names: readonly string[], given: Readonly<Record<string, string | null>> = {}) {
    const values = new Map<string, string>();
    for (const name of names) {
      await vault.put('secret', name, given[name] ?? randomBytes(32).toString('base64url'));
      const kept = keptIn(await vault.get<string>('secret', name));
      if (kept === undefined) throw new Error(`the vault's secret ${name} is gone`);
      values.set(name, given[name] ?? kept);
    }
    return new Secrets(values);
  }

  get(name: string): string {
    const secret = this.values.get(name);
    if (secret === undefined) throw new Error(`no secret named ${name}`);
    return secret;
  }
}

export async function dataKey(vault: Vault, name: string): Promise<Buffer> {
  const secret = `data-key-${name}`;
  return Buffer.from((await Secrets.open(vault, [secret])).get(secret), 'base64url');
}
