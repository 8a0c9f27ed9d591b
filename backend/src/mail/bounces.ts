import type { BounceReason } from '@supreme-access/contract/event-names.js';

/** A permanent failure. `reply` holds only digits, as in '550 5.1.1': the text may quote the address. */
export interface Bounce {
  reason: BounceReason;
  reply: string;
}

/** nodemailer's errors: https://nodemailer.com/errors */
export interface SendFailure {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** Enhanced status (RFC 3463), as in '550 5.1.1 <ada@...>' or '553 sorry (#5.7.1)'. */
const STATUS = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})(?![\d.])|\(#(5\.\d{1,3}\.\d{1,3})\)/;
/** Replies to RCPT TO about the address, even without a status (RFC 5321, 4.2.3; RFC 7504). */
const ABOUT_THE_ADDRESS = [501, 550, 551, 552, 553, 556];
/** Our sender, protocol or authorization fails (RFC 3463, RFC 7372): every mail would. */
const ABOUT_US = /^5\.(?:1\.[78]|3\.[25]|5\.\d+|7\.2\d)$/;
/** At RCPT TO a policy concerns us, after DATA the message. */
const POLICY = /^5\.7\./;

/** null for temporary failures and for trouble with our own server. */
export function bounceOf({ code, command, response = '', responseCode = 0 }: SendFailure): Bounce | null {
  if (responseCode < 500 || responseCode > 599) return null;
  const found = STATUS.exec(response);
  const status = found?.[1] ?? found?.[2] ?? '';
  if (ABOUT_US.test(status)) return null;
  const isOfMessage = code === 'EMESSAGE' && command === 'DATA';
  const isOfAddress =
    command === 'RCPT TO' && (status ? !POLICY.test(status) : ABOUT_THE_ADDRESS.includes(responseCode));
  if (!isOfMessage && !isOfAddress) return null;
  return { reason: reasonOf(responseCode, status), reply: `${responseCode} ${status}`.trim() };
}

export function isServersTrouble({ command, responseCode = 0 }: SendFailure): boolean {
  const isDeferral = responseCode >= 400 && responseCode < 500 && responseCode !== 421;
  return !(isDeferral && (command === 'RCPT TO' || command === 'DATA'));
}

function reasonOf(responseCode: number, status: string): BounceReason {
  if (status === '5.2.2' || (status === '' && responseCode === 552)) return 'mailbox-full';
  const isAddress = status === '' ? ABOUT_THE_ADDRESS.includes(responseCode) : /^5\.(?:1|2|4)\./.test(status);
  return isAddress ? 'no-mailbox' : 'refused';
}
