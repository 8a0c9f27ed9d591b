import { bounceOf, isServersTrouble, type SendFailure } from './bounces.js';

const rcpt = (response: string): SendFailure => failure('EENVELOPE', 'RCPT TO', response);
const message = (response: string): SendFailure => failure('EMESSAGE', 'DATA', response);
function failure(code: string, command: string, response: string): SendFailure {
  return { code, command, response, responseCode: Number(response.slice(0, 3)) };
}

describe('a reply that says a mail will never be taken', () => {
  it.each([
    [rcpt('550 5.1.1 <ada@example.com>: user unknown'), 'no-mailbox', '550 5.1.1'],
    [rcpt('550 no such user here'), 'no-mailbox', '550'],
    [rcpt('501 5.1.3 bad address'), 'no-mailbox', '501 5.1.3'],
    [rcpt('556 5.1.10 null MX'), 'no-mailbox', '556 5.1.10'],
    [rcpt('550-5.2.1 this mailbox\n550 5.2.1 is disabled'), 'no-mailbox', '550 5.2.1'],
    [rcpt('552 5.2.2 over quota'), 'mailbox-full', '552 5.2.2'],
    [rcpt('552 too much'), 'mailbox-full', '552'],
    [message('554 5.7.1 this looks like spam'), 'refused', '554 5.7.1'],
    [message('552 5.3.4 too big'), 'refused', '552 5.3.4'],
    [message('554 no'), 'refused', '554'],
  ])('is a bounce, recognised by its digits: %j', (said, reason, reply) => {
    expect(bounceOf(said)).toEqual({ reason, reply });
  });
});

describe('a reply that would meet every mail of ours', () => {
  it.each([
    rcpt('554 5.7.1 <ada@example.com>: relay access denied'),
    rcpt('553 sorry, not in my list of allowed rcpthosts (#5.7.1)'),
    rcpt('554 no'),
    rcpt('503 5.5.1 bad sequence of commands'),
    rcpt('550 5.1.8 sender rejected'),
    rcpt('530 5.7.0 authenticate first'),
    message('550 5.7.26 neither SPF nor DKIM passed'),
    failure('EENVELOPE', 'MAIL FROM', '550 5.1.0 sender unknown'),
    failure('EENVELOPE', 'DATA', '554 5.5.1 no valid recipients'),
    failure('EAUTH', 'AUTH PLAIN', '535 5.7.8 no'),
    failure('EPROTOCOL', 'EHLO', '554 go away'),
    failure('ECONNECTION', 'CONN', '421 4.3.2 shutting down'),
    { code: 'ESOCKET', command: 'CONN' },
    { code: 'ETIMEDOUT', command: 'CONN' },
    { code: 'EABORT' },
    {},
  ])('is our server’s trouble and no bounce: %j', (said) => {
    expect(bounceOf(said)).toBeNull();
    expect(isServersTrouble(said)).toBe(true);
  });
});

describe('a reply for now', () => {
  it.each([rcpt('451 4.7.1 greylisted'), rcpt('450 mailbox busy'), rcpt('452 4.2.2 full'), message('451 4.3.0 later')])(
    'is about that mail alone: %j',
    (said) => {
      expect(bounceOf(said)).toBeNull();
      expect(isServersTrouble(said)).toBe(false);
    },
  );
});
