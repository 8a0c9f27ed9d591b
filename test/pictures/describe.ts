import { COVERED } from './covered.js';
import { AREAS, fileOf, type State, type StateName } from './states.js';

/** px, a picture's width in the document */
const SHOWN = 220;

export function describeStates(): string {
  const areas = Object.entries(AREAS).map(([title, area]) => describeArea(title, area));
  return `${[HEAD, ...areas, describeCovered()].join('\n\n')}\n`;
}

const HEAD = `# Designed states

Those of the shop, of what is mailed, and of the admin. Made by \`npm run screenshots\`: a server, the sandbox retailer and the Stripe emulator of
their own, a real browser, and for each state the way that leads to it. Nothing on these pictures is drawn for them. The lists are in
\`test/pictures/\`; a spec compares them with this page, and a new status, stamp or state of a drop does not compile before it has a picture.`;

function describeArea(title: string, area: Readonly<Record<string, State>>): string {
  const rows = Object.entries(area).map(([name, state]) => {
    const pictures = state.schemes.map((scheme) => picture(fileOf(name as StateName, scheme), state));
    return `| ${state.title} | ${state.how} | ${pictures.join(' ')} |`;
  });
  return [`## ${title}`, '', '| State | How it comes about | Picture |', '|---|---|---|', ...rows].join('\n');
}

function picture(file: string, { title }: State): string {
  return `<img src="pictures/states/${file}" width="${SHOWN}" alt="${title}" id="${file.replace('.png', '')}">`;
}

function describeCovered(): string {
  const parts = Object.entries(COVERED).map(([title, shown]) => {
    const rows = Object.entries(shown).map(([one, name]) => `| \`${one}\` | ${linked(name)} |`);
    return [`### ${title}`, '', '| | on |', '|---|---|', ...rows].join('\n');
  });
  return ['## Where each of them is seen', ...parts].join('\n\n');
}

const linked = (name: StateName): string => `[${name}](pictures/states/${name}.png)`;
