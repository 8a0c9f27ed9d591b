import { accountLetters } from './account-letters.js';
import { invitationLetter } from './invitation-letter.js';
import { type Letter, oneLine, webLink } from './letter.js';
import { letterHtml } from './letter-html.js';
import { letterText } from './letter-text.js';
import type { MailContent, MailData, MailKind, RenderedMail } from './mail-content.js';
import { orderLetters } from './order-letters.js';

export type { MailContent } from './mail-content.js';

const letters: { [K in MailKind]: (data: MailData[K]) => Letter } = {
  ...accountLetters,
  ...orderLetters,
  invitation: invitationLetter,
};
/** in the order in which screens and docs list them */
export const MAIL_KINDS = Object.keys(letters) as MailKind[];

/**
 * Writes a mail: the same content gives the same bytes.
 * @throws Error for a link that is not http or https, RangeError for a zone that does not exist
 */
export function renderMail<K extends MailKind>(content: MailContent<K>): RenderedMail {
  const letter = letters[content.kind](content);
  const checked = {
    ...letter,
    subject: oneLine(letter.subject),
    action: { ...letter.action, link: webLink(letter.action.link) },
  };
  return { subject: checked.subject, text: letterText(checked), html: letterHtml(checked) };
}
