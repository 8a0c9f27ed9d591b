import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './support/root.js';

interface Counts {
  count(files: Record<string, string>): Record<string, number>;
  readBounds(text: string): Record<string, number>;
  beyond(counts: Record<string, number>, bounds: Record<string, number>): string[];
}
const { count, readBounds, beyond }: Counts = await import(pathToFileURL(join(ROOT, 'scripts/counts.js')).href);

describe('the counts of npm run check', () => {
  it('are of source lines per folder, words, settings, comments, large and small files and concepts', () => {
    const counts = count({
      'README.md': 'Two | words\n',
      'docs/security.md': '# Security\none\n## OWASP ASVS 5.0, level 2\n| none of this |\ntwo\n## More\n| three |\n',
      'docs/events.md': 'generated words\n',
      'docs/tour.md': '# Tour\n## Concepts\n- **Event**: it happened\n## Questions\n- **none**\n',
      '.env.example': '# PORT is a port\n#PORT=3000\nHOST=\n',
      'backend/src/orders/order.ts': `// why\n${'x();\n'.repeat(299)}\n`,
      'backend/src/orders/order.spec.ts': 'it();\n',
    });
    expect(counts).toMatchObject({
      'words of README.md': 2,
      'words of docs': 19,
      'concepts in docs/tour.md': 1,
      settings: 2,
      'lines of backend/src/orders': 301,
      'lines of source': 301,
      'lines of specs and what they use': 1,
      'files over 300 lines': 1,
      'files under 15 lines': 1,
      'comments in backend/src, percent': 0.3,
    });
  });

  it('fail beyond a bound and without one; a raised bound may state its reason', () => {
    const bounds = readBounds(
      '# bound, what\n    40  lines of a  # it checks two more things\n   2.5  comments, percent\n',
    );
    expect(beyond({ 'lines of a': 40, 'comments, percent': 2.5 }, bounds)).toEqual([]);
    expect(beyond({ 'lines of a': 41, 'lines of b': 1 }, bounds)).toEqual([
      'lines of a: 41, and the bound is 40',
      'lines of b: 1, and scripts/counts.txt has no bound for it',
    ]);
  });
});
