import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './support/root.js';

const PAGES = ['docs', 'docs/decisions'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
);

interface Link {
  page: string;
  text: string;
  /** from the root */
  path: string;
  anchor: string | undefined;
}
function linksOf(page: string): Link[] {
  const links = readFileSync(join(ROOT, page), 'utf8').matchAll(/\[([^\]]*)\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g);
  return [...links].map(([, text = '', path = '', anchor]) => ({
    page,
    text,
    path: path === '' ? page : join(dirname(page), path),
    anchor,
  }));
}

/** GitHub derives anchors from headings. */
function anchorsOf(page: string): string[] {
  return [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^#{2,4} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the documentation', () => {
  const links = ['README.md', 'CHANGELOG.md', ...PAGES].flatMap(linksOf);

  it('links only to existing files and headings', () => {
    const gone = links.filter(
      ({ path, anchor }) =>
        !existsSync(join(ROOT, path)) || (anchor !== undefined && !anchorsOf(path).includes(anchor)),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(gone).toEqual([]);
  });

  it('names symbols only in files that contain them', () => {
    const symbols = links.filter(({ text, path }) => /^`\w+`$/.test(text) && /\.tsx?$/.test(path));
    const gone = symbols.filter(({ text, path }) => {
      const file = join(ROOT, path);
      return existsSync(file) && !new RegExp(`\\b${text.slice(1, -1)}\\b`).test(readFileSync(file, 'utf8'));
    });
    expect(symbols.length).toBeGreaterThan(60);
    expect(gone).toEqual([]);
  });

  it('has every heading and decision that messages and comments of the server name', () => {
    const sources = readdirSync(join(ROOT, 'backend/src'), { recursive: true, encoding: 'utf8' });
    const texts = sources
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(ROOT, 'backend/src', name), 'utf8'))
      .join('\n');
    const headings = [...texts.matchAll(/(docs\/\w+\.md), (?:under )?"([^"]+)"/g)].map(
      ([, page = '', heading = '']) => ({
        page,
        heading,
      }),
    );
    const decisions = [...texts.matchAll(/docs\/decisions\/(\d{4})/g)].map(([, number = '']) => number);
    expect(headings.length).toBeGreaterThan(10);
    expect(
      headings.filter(({ page, heading }) => !readFileSync(join(ROOT, page), 'utf8').includes(`# ${heading}\n`)),
    ).toEqual([]);
    expect(decisions.filter((number) => !PAGES.some((page) => page.includes(`/${number}-`)))).toEqual([]);
  });

  it('has no decision of more than 250 words', () => {
    const long = PAGES.filter((page) => page.startsWith('docs/decisions/')).filter(
      (page) => readFileSync(join(ROOT, page), 'utf8').trim().split(/\s+/).length > 250,
    );
    expect(long).toEqual([]);
  });
});
