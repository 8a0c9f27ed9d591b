import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';

/** A retailer that signs its mails, and mails that shoppers make of them. */
export const SHOP = 'shop.test';
export const SELECTOR = 's1';

function keys(modulusLength: number) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
  const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return { record: `v=DKIM1; k=rsa; p=${der}`, pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
export const KEYS = keys(1_024);
export const WEAK = keys(768);

export interface Written {
  from?: string;
  to?: string;
  subject?: string;
  date?: Date;
  text?: string;
  /** further header lines */
  more?: string[];
}
export function written({ from, to, subject, date, text, more = [] }: Written = {}): string {
  const headers = [
    `From: ${from ?? `Shop <orders@${SHOP}>`}`,
    `To: ${to ?? 'ada@example.test'}`,
    `Subject: ${subject ?? 'Your order SUP-7 is confirmed'}`,
    `Date: ${(date ?? new Date(Date.UTC(2026, 10, 21, 12, 5))).toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    ...more,
  ];
  return `${headers.join('\r\n')}\r\n\r\n${text ?? 'Thank you!'}\r\n`;
}

export interface Signing {
  domain?: string;
  selector?: string;
  pem?: string;
  headers?: string;
  algorithm?: string;
  maxBodyLength?: number;
}
/** The message with a DKIM-Signature before it. */
export async function signed(message: string, signing: Signing = {}): Promise<string> {
  const { domain = SHOP, selector = SELECTOR, pem = KEYS.pem, algorithm = 'rsa-sha256' } = signing;
  const headers = signing.headers ?? 'From:To:Subject:Date:MIME-Version:Content-Type:Content-Transfer-Encoding';
  const { maxBodyLength } = signing;
  const { signatures, errors } = await dkimSign(message, {
    canonicalization: 'relaxed/relaxed',
    algorithm,
    signTime: new Date(Date.UTC(2026, 10, 21, 12, 5)),
    headerList: headers,
    signatureData: [
      {
        signingDomain: domain,
        selector,
        privateKey: pem,
        ...(maxBodyLength === undefined ? {} : { maxBodyLength }),
      },
    ],
  } as unknown as Parameters<typeof dkimSign>[1]);
  if (errors.length > 0) throw errors[0];
  return signatures + message;
}

/** A mail that has another one attached, as a mail program forwards it. */
export function forwarding(original: string, how: 'message' | 'file' | 'inline' = 'message'): string {
  const head = [
    'From: Ada <ada@example.test>',
    'To: proof@access.test',
    'Subject: Fwd: Your order',
    'MIME-Version: 1.0',
  ];
  if (how === 'inline') return [...head, '', 'See below:', '', original].join('\r\n');
  const part =
    how === 'message'
      ? ['Content-Type: message/rfc822', 'Content-Disposition: attachment', '', original]
      : [
          'Content-Type: application/octet-stream; name="order.eml"',
          'Content-Disposition: attachment; filename="order.eml"',
          'Content-Transfer-Encoding: base64',
          '',
          Buffer.from(original).toString('base64').replace(/.{76}/g, '$&\r\n'),
        ];
  const text = ['--b', 'Content-Type: text/plain', '', 'Here it is.'];
  return [...head, 'Content-Type: multipart/mixed; boundary=b', '', ...text, '--b', ...part, '--b--', ''].join('\r\n');
}

export const base64 = (message: string) => Buffer.from(message).toString('base64');
