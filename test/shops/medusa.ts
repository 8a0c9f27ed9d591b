import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Size } from '@supreme-access/contract/limits.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { ROOT } from '../support/root.js';
import type { Closing } from './closing.js';
import type { Postgres } from './postgres.js';

const SOURCE = join(ROOT, 'test/shops/medusa');
const INSTALLED = join(ROOT, 'node_modules/.cache/shops/medusa');
/** ms */
const STARTS_WITHIN = 240_000;

export interface MedusaSettings {
  database: string;
  /** where the shop takes its payments, and as whom */
  stripe: { url: string; key: string; profile: string };
  /** of ACP */
  key: string;
  /** pieces by size */
  stock: Readonly<Record<string, number>>;
}
export interface Medusa {
  url: string;
  items: { size: Size; itemId: string }[];
}

/** Installs Medusa once per list of its packages. */
export async function installMedusa(say: (text: string) => void, closing: Closing): Promise<void> {
  const wanted = await readFile(join(SOURCE, 'package.json'), 'utf8');
  const mark = join(INSTALLED, '.installed');
  await mkdir(INSTALLED, { recursive: true });
  await cp(SOURCE, INSTALLED, { recursive: true });
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted) return;
  say('Medusa is installed, which takes some minutes');
  const flags = ['--no-audit', '--no-fund', '--legacy-peer-deps', '--ignore-scripts', '--no-package-lock'];
  await finished(Program.run('npm', ['install', ...flags], {}, 'npm install', INSTALLED), closing);
  await writeFile(mark, wanted);
}

/** An empty shop with one product in three sizes, served over UCP and ACP. */
export async function startMedusa(postgres: Postgres, settings: MedusaSettings, closing: Closing): Promise<Medusa> {
  const { database, stripe, key, stock } = settings;
  const url = `http://127.0.0.1:${await freePort()}`;
  await postgres.createDatabase(database);
  const env = {
    DATABASE_URL: `${postgres.url}/${database}`,
    NODE_ENV: 'production',
    SHOP_KEY: key,
    SHOP_STOCK: JSON.stringify(stock),
    SHOP_URL: url,
    STRIPE_API_URL: stripe.url,
    STRIPE_SELLER_KEY: stripe.key,
    STRIPE_SELLER_PROFILE: stripe.profile,
  };
  await finished(medusa(['db:migrate', '--skip-scripts'], env), closing);
  const [, json = ''] = /^SEEDED (.*)$/m.exec(await finished(medusa(['exec', './src/seed.js'], env), closing)) ?? [];
  const { variants } = JSON.parse(json) as { variants: Medusa['items'] };
  const { port } = new URL(url);
  const program = medusa(['start', '--host', '127.0.0.1', '--port', port], env);
  await closing.add(() => program.kill());
  await program.line(/Server is ready/, STARTS_WITHIN);
  return { url, items: variants };
}

function medusa(args: string[], env: Readonly<Record<string, string>>): Program {
  const cli = join(INSTALLED, 'node_modules/@medusajs/cli/cli.js');
  return Program.run(process.execPath, [cli, ...args], env, `medusa ${args[0]}`, INSTALLED);
}

/** Its output. @throws with it, unless it ends well */
async function finished(program: Program, closing: Closing): Promise<string> {
  await closing.add(() => program.kill());
  const { code } = await program.ended;
  if (code !== 0) throw new Error(`a program ended with ${code}:\n${program.text}`);
  return program.text;
}
