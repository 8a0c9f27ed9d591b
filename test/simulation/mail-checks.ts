import type { World } from './world.js';

/** One person may get these twice with the same text. */
const REPEATED = ['action-reminder', 'refund', 'refund-failed'];
/** the most mails of one person in a day */
const MAILS_EACH = 25;

/** A mail has one Message-ID, is sent once unless something failed, and the number of mails is bounded. */
export function checkMails(world: World): void {
  const { taken, refused } = world.post;
  const bounced = world.log.after(0).filter(({ type }) => type === 'MailBounced').length;
  // Erased people's mails are not recorded any more.
  const forgotten = new Set(world.erased.map(({ email }) => email));
  if (bounced === 0 && refused.some(({ to }) => !forgotten.has(to)))
    world.find('a mailbox does not exist, and no mail has bounced');
  if (world.isCalm && new Set(refused.map(({ messageId }) => messageId)).size < refused.length)
    world.find('a mail is sent again after it has bounced');
  const times = (id: string) => taken.filter(({ messageId }) => messageId === id).length;
  if (world.isCalm) {
    for (const { messageId, kind } of taken) {
      if (times(messageId) > 1) world.find(`${kind} is sent ${times(messageId)} times, and nothing is wrong`);
    }
  }
  const named = new Map<string, string>();
  const ids = new Map<string, string>();
  const sent = new Map<string, number>();
  for (const { messageId, to, text, kind } of taken) {
    const what = `${to}\n${text}`;
    // A second payment may end as the first did, with the same text.
    const mayRepeat = REPEATED.includes(kind) || (kind === 'action-needed' && world.paidAgain.has(to));
    if (!mayRepeat && (ids.get(what) ?? messageId) !== messageId)
      world.find(`one ${kind} mail to ${to} under two Message-IDs`);
    ids.set(what, messageId);
    if ((named.get(messageId) ?? to) !== to) world.find(`two mails under ${messageId}`);
    named.set(messageId, to);
    sent.set(to, (sent.get(to) ?? 0) + 1);
  }
  for (const [to, count] of sent) if (count > MAILS_EACH) world.find(`${count} mails to ${to}`);
}
