import { CALENDAR, FOOTER, type MailTemplate, RECEIPT, SENDER, supportLine, type TicketView } from './mail-template.js';

/** Short lines of plain text avoid quoted-printable, so that stored mails stay readable. */
const WIDTH = 72;

function wrapped(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

function ticketText({ slot, product, rows }: TicketView): string {
  const all = [...(slot ? [['Slot', slot] as const] : []), ...rows];
  const width = Math.max(...all.map(([label]) => label.length)) + 2;
  const rule = '- '.repeat(WIDTH / 4).trim();
  return [rule, product, ...all.map(([label, value]) => `${label.padEnd(width)}${value}`), rule].join('\n');
}

/** Matches blanks of one line only, because `\s` takes quadratic time on many empty lines. */
const OPENING = new RegExp(`^(?:[^\\S\\r\\n\\u2028\\u2029]|>)*${SENDER} / `, 'm');

/** Whether a text contains a mail of ours, even quoted and rewrapped. */
export function isOwnTemplate(text: string): boolean {
  const unwrapped = text.replace(/[\s>]+/g, ' ');
  return OPENING.test(text) || unwrapped.includes(FOOTER);
}

export function templateText(template: MailTemplate, supportEmail: string | null): string {
  const { stamp, title, paragraphs, ticket, action, receipt, calendar, notes } = template;
  const blocks = [
    `${SENDER} / ${stamp}`,
    wrapped(title),
    ...paragraphs.map(wrapped),
    ...(ticket ? [ticketText(ticket)] : []),
    `${action.label}\n${action.link}`,
    ...(calendar ? [`${CALENDAR}\n${calendar}`] : []),
    ...(receipt ? [`${RECEIPT}\n${receipt}`] : []),
    ...notes.map(wrapped),
    `--\n${wrapped(FOOTER)}${supportEmail ? `\n${supportLine(supportEmail)}` : ''}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
