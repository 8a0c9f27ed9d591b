import { type MailTemplate, oneLine, webLink } from './mail-template.js';
import { templateHtml } from './template-html.js';
import { templateText } from './template-text.js';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Deterministic. @throws Error for a link that is not http or https */
export function renderMail(template: MailTemplate, supportEmail: string | null = null): RenderedMail {
  const checked = {
    ...template,
    subject: oneLine(template.subject),
    action: { ...template.action, link: webLink(template.action.link) },
    ...(template.calendar === undefined ? {} : { calendar: webLink(template.calendar) }),
  };
  return {
    subject: checked.subject,
    text: templateText(checked, supportEmail),
    html: templateHtml(checked, supportEmail),
  };
}
