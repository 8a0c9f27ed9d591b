import { type MailTemplate, oneLine, webLink } from './mail-template.js';
import { templateHtml } from './template-html.js';
import { templateText } from './template-text.js';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Deterministic. @throws Error for a link that is not http or https */
export function renderMail(letter: MailTemplate, supportEmail: string | null = null): RenderedMail {
  const checked = {
    ...letter,
    subject: oneLine(letter.subject),
    action: { ...letter.action, link: webLink(letter.action.link) },
    ...(letter.calendar === undefined ? {} : { calendar: webLink(letter.calendar) }),
  };
  return {
    subject: checked.subject,
    text: templateText(checked, supportEmail),
    html: templateHtml(checked, supportEmail),
  };
}
