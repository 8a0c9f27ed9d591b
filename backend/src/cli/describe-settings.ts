import { GROUPS } from '../config/settings.js';

const MARKS = ['<!-- settings: written by npm run docs:events -->', '<!-- end of settings -->'] as const;

const rows = () => Object.entries(GROUPS).map(([title, group]) => [title, Object.entries(group)] as const);

export function envExample(): string {
  const head = `# Every setting is optional: with none at all, \`npm start\` runs the whole product on embedded engines. \`npm start\` and the tools that
# work on an installation (audit, log, admin:create) read a file named .env here; what the environment says comes first.
# Written from backend/src/config/settings.ts by \`npm run docs:events\`.
`;
  const groups = rows().map(([title, group]) => {
    const lines = group.map(([name, { says, initial }]) => `# ${says}\n#${name}=${initial}\n`);
    return `\n# --- ${title}\n\n${lines.join('')}`;
  });
  return head + groups.join('');
}

/** Replaces the settings table between its marks. @throws Error when the page has no marks */
export function withSettings(page: string): string {
  const [from, to] = MARKS.map((mark) => page.indexOf(mark));
  if (from === undefined || to === undefined || from < 0 || to < from)
    throw new Error('the page has no marks of settings');
  return `${page.slice(0, from)}${MARKS[0]}\n${table()}${page.slice(to)}`;
}

function table(): string {
  const groups = rows().map(([title, group]) => {
    const lines = group.map(([name, { says, initial, isSecret }]) => {
      const secret = isSecret ? ' Secret.' : '';
      return `| \`${name}\` | ${initial && `\`${initial}\``} | ${says.replaceAll('|', '\\|')}${secret} |`;
    });
    return `| **${title}** | | |\n${lines.join('\n')}\n`;
  });
  return `| setting | default | what it does |\n|---|---|---|\n${groups.join('')}`;
}
