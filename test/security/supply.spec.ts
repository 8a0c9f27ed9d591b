import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { ROOT } from '../support/root.js';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const WORKFLOWS = readdirSync(join(ROOT, '.github/workflows')).map((file) => `.github/workflows/${file}`);
const STANDINS = ['test/emulators/eventstore/real.ts', 'test/emulators/mongo/real.ts'];
const FILES = ['Dockerfile', 'docker-compose.yml', ...STANDINS, ...WORKFLOWS];
const PHONES = pathToFileURL(join(ROOT, 'scripts/phone-metadata.js')).href;
interface PhoneMetadata {
  PHONE_METADATA: { version: string; released: string };
  phoneMetadataNotice(now: number): string | null;
}
/** built here */
const OURS = ['supreme-access', 'build'];

/** Mutable references: images without a full version or digest, and actions without a commit. */
function floating(text: string): string[] {
  const named = [...text.matchAll(/^[ \t]*(?:FROM +|image: +|COPY --from=)['"]?([\w./:@-]+)/gm)].map(
    ([, image = '']) => image,
  );
  const elsewhere = [
    ...text.matchAll(/(?<![\w./-])((?:[\w-]+\/)?(?:haproxy|mongo|mailpit|kurrentdb|trivy):[\w.-]+(?:@[\w:]+)?)/g),
  ];
  const images = [...named, ...elsewhere.map(([, image = '']) => image)];
  const actions = [...text.matchAll(/^[\s-]*uses:\s*(\S.*)$/gm)].map(([, action = '']) => action);
  return [
    ...images.filter((image) => !OURS.includes(image) && !/:v?\d+\.\d+\.\d+|@sha256:[0-9a-f]{64}/.test(image)),
    ...actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
  ];
}

describe('the supply chain', () => {
  it.each([
    ['FROM node:22-bookworm-slim', 'node:22-bookworm-slim'],
    ['    image: mongo:8', 'mongo:8'],
    ['    image: mongo', 'mongo'],
    ["new GenericContainer('mongo:8')", 'mongo:8'],
    ['docker run --rm haproxy:latest haproxy -c', 'haproxy:latest'],
    ['      - uses: actions/checkout@v4', 'actions/checkout@v4'],
    ['        uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8', 'actions/checkout@08c6903'],
  ])('floats in %j', (text, found) => {
    expect(floating(text).join()).toContain(found);
  });

  it.each(FILES)('stands at exact versions in %s', (file) => {
    expect(floating(read(file))).toEqual([]);
  });

  it('is updated, audited nightly, listed and scanned', () => {
    const { updates } = parse(read('.github/dependabot.yml')) as { updates: { 'package-ecosystem': string }[] };
    const kept = updates.map((update) => update['package-ecosystem']).sort();
    expect(kept).toEqual(['docker', 'docker-compose', 'github-actions', 'npm']);
    const supply = read('.github/workflows/supply.yml');
    expect(parse(supply).on.schedule).toHaveLength(1);
    for (const step of ['npm audit', '--sbom-format=cyclonedx', 'trivy-action']) expect(supply).toContain(step);
  });

  it('warns of old numbering plans of phones', async () => {
    const { PHONE_METADATA, phoneMetadataNotice }: PhoneMetadata = await import(PHONES);
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version?: string }> };
    expect(packages['node_modules/libphonenumber-js']?.version).toBe(PHONE_METADATA.version);
    const released = Date.parse(PHONE_METADATA.released);
    expect(phoneMetadataNotice(released + 120 * 86_400_000)).toBeNull();
    expect(phoneMetadataNotice(released + 121 * 86_400_000)).toMatch(/is 121 days old: newer phone numbers/);
    expect(read('.github/workflows/supply.yml')).toContain('node scripts/phone-metadata.js');
  });

  it('copies no secrets into the image', () => {
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.env', '.data', 'deploy/secrets', '.git']),
    );
  });
});
