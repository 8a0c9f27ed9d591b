import { type Letter, oneLine, webLink } from './mail-template.js';
import { letterHtml } from './template-html.js';
import { letterText } from './template-text.js';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Deterministic. @throws Error for a link that is not http or https */
export function renderLetter(letter: Letter, supportEmail: string | null = null): RenderedMail {
  const checked = {
    ...letter,
    subject: oneLine(letter.subject),
    action: { ...letter.action, link: webLink(letter.action.link) },
    ...(letter.calendar === undefined ? {} : { calendar: webLink(letter.calendar) }),
  };
  return { subject: checked.subject, text: letterText(checked, supportEmail), html: letterHtml(checked, supportEmail) };
}
