import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './support/root.js';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const WORKFLOWS = readdirSync(join(ROOT, '.github/workflows')).map((file) => `.github/workflows/${file}`);
const STANDINS = ['test/standins/eventstore/real.ts', 'test/standins/mongo/real.ts'];
const FILES = ['Dockerfile', 'docker-compose.yml', ...STANDINS, ...WORKFLOWS];
/** built here */
const OURS = ['supreme-access', 'build'];

/** What may be another thing tomorrow under the same name: images without a whole version or digest, actions that are no commit. */
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

describe('what the product is built from', () => {
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

  it('is kept fresh, audited each night, listed and scanned', () => {
    const { updates } = parse(read('.github/dependabot.yml')) as { updates: { 'package-ecosystem': string }[] };
    const kept = updates.map((update) => update['package-ecosystem']).sort();
    expect(kept).toEqual(['docker', 'docker-compose', 'github-actions', 'npm']);
    const supply = read('.github/workflows/supply.yml');
    expect(parse(supply).on.schedule).toHaveLength(1);
    for (const step of ['npm audit', '--sbom-format=cyclonedx', 'trivy-action']) expect(supply).toContain(step);
  });

  it('takes no secrets of the machine into the image', () => {
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.env', '.data', 'deploy/secrets', '.git']),
    );
  });
});
