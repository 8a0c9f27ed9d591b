import { COVERED } from './covered.js';
import { AREAS, fileOf, type State, type StateName } from './states.js';

/** px; how wide a picture is shown in the document */
const SHOWN = { phone: 220, desk: 400 };
const AT_THE_DESK = new Set<string>([
  'The operator’s board',
  'The operator’s hands',
  'Lists of the console',
  'The page System',
  'What auditors see',
]);

/** docs/states.md as the tables have it. */
export function describeStates(): string {
  const areas = Object.entries(AREAS).map(([title, area]) => describeArea(title, area));
  return `${[HEAD, ...areas, describeCovered()].join('\n\n')}\n`;
}

const HEAD = `# Every designed state

Made by \`npm run screenshots\`: a server, the sandbox retailer and the Stripe emulator of their own, a real browser, and for each state
the way that leads to it. Nothing on these pictures is drawn for them. The lists are in \`test/pictures/\`; a spec compares them with this page,
and a new status, stamp or state of a drop does not compile before it has a picture.`;

function describeArea(title: string, area: Readonly<Record<string, State>>): string {
  const width = AT_THE_DESK.has(title) ? SHOWN.desk : SHOWN.phone;
  const rows = Object.entries(area).map(([name, state]) => {
    const pictures = state.schemes.map((scheme) =>
      picture(name as StateName, fileOf(name as StateName, scheme), state, width),
    );
    return `| ${state.title} | ${state.how} | ${pictures.join(' ')} |`;
  });
  return [`## ${title}`, '', '| State | How it comes about | Picture |', '|---|---|---|', ...rows].join('\n');
}

function picture(name: StateName, file: string, { title }: State, width: number): string {
  return `<img src="pictures/states/${file}" width="${width}" alt="${title}" id="${file === `${name}.png` ? name : file.replace('.png', '')}">`;
}

function describeCovered(): string {
  const parts = Object.entries(COVERED).map(([title, shown]) => {
    const rows = Object.entries(shown).map(([one, name]) => `| \`${one}\` | ${linked(name)} |`);
    return [`### ${title}`, '', '| | on |', '|---|---|', ...rows].join('\n');
  });
  return ['## Where each of them is seen', ...parts].join('\n\n');
}

const linked = (name: StateName): string => `[${name}](pictures/states/${name}.png)`;
