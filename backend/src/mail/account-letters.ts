import { greeting, type Letter, shownTime } from './letter.js';
import type { MailData } from './mail-content.js';

type AccountKind =
  | 'verify-email'
  | 'password-reset'
  | 'already-registered'
  | 'move-email'
  | 'email-changed-undo'
  | 'password-changed'
  | 'account-erased';

/** What is said about an account. */
export const accountLetters: { [K in AccountKind]: (data: MailData[K]) => Letter } = {
  'verify-email': ({ name, link, expires }) => ({
    subject: 'Confirm your e-mail address',
    stamp: 'Account',
    title: 'Confirm your e-mail address.',
    paragraphs: [...greeting(name), 'You signed up with this address. Confirm that it is yours.'],
    ticket: null,
    action: { label: 'Confirm address', link },
    notes: [
      `The link works until ${shownTime(expires)}.`,
      'You can reserve slots before that. If you did not sign up, ignore this mail.',
    ],
  }),

  'password-reset': ({ name, link, expires }) => ({
    subject: 'Set a new password',
    stamp: 'Account',
    title: 'Set a new password.',
    paragraphs: [
      ...greeting(name),
      'You asked for a link to set a new password. It works once and ends all your sessions.',
    ],
    ticket: null,
    action: { label: 'Set new password', link },
    notes: [
      `The link works until ${shownTime(expires)}.`,
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  }),

  'already-registered': ({ name, link, login }) => ({
    subject: 'You already have an account',
    stamp: 'Account',
    title: 'You already have an account.',
    paragraphs: [
      ...greeting(name),
      'Someone tried to sign up with this address, which has an account already. Nothing was changed.',
      `If it is your account, log in at ${login}.`,
      'If it is not, or you forgot the password, set a new one: all sessions of the account end.',
    ],
    ticket: null,
    action: { label: 'Set a password', link },
    notes: ['The link works once, for half an hour.', 'If it was not you who tried, ignore this mail.'],
  }),

  'move-email': ({ name, link, expires }) => ({
    subject: 'Confirm your new e-mail address',
    stamp: 'Account',
    title: 'Confirm your new e-mail address.',
    paragraphs: [
      ...greeting(name),
      'This address is to log in to your account from now on. Confirm that it is yours: until then nothing changes.',
    ],
    ticket: null,
    action: { label: 'Confirm address', link },
    notes: [
      `The link works until ${shownTime(expires)}. It asks for your password where you are not logged in.`,
      'If you have no account with us, ignore this mail.',
    ],
  }),

  'email-changed-undo': ({ name, link, changed, expires }) => ({
    subject: 'Your e-mail address was changed',
    stamp: 'Security',
    title: 'Your e-mail address was changed.',
    paragraphs: [
      ...greeting(name),
      `Your account got another e-mail address on ${shownTime(changed)}. This one no longer logs in.`,
      'If this was not you, undo it and set a new password.',
    ],
    ticket: null,
    action: { label: 'Undo the change', link },
    notes: [`You can undo it until ${shownTime(expires)}. If this was you, there is nothing to do.`],
  }),

  'password-changed': ({ name, link, changed }) => ({
    subject: 'Your password was changed',
    stamp: 'Security',
    title: 'Your password was changed.',
    paragraphs: [
      ...greeting(name),
      `Your password was changed on ${shownTime(changed)}. All other sessions have ended.`,
      'If this was not you, set a new one now.',
    ],
    ticket: null,
    action: { label: 'Set new password', link },
    notes: ['If this was you, there is nothing to do.'],
  }),

  'account-erased': ({ name, link, erased }) => ({
    subject: 'Your account was erased',
    stamp: 'Account',
    title: 'Your account was erased.',
    paragraphs: [
      ...greeting(name),
      `Your account was erased on ${shownTime(erased)}: your details, addresses, profiles and cards are gone.`,
      'What happened to your orders stays on record without anything that names you.',
    ],
    ticket: null,
    action: { label: 'Visit the shop', link },
    notes: ['This is the last mail about this account.'],
  }),
};
