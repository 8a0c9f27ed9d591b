import { createPrivateKey, createPublicKey } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
// The server loads it with the first mail, when time is virtual already.
import 'mailauth/lib/dkim/verify.js';
import type { ForwardedMail } from '../../backend/src/releases/proofs/forwarded-mails.js';

/** A public test key: the same seed has to give the same log. */
const KEY = createPrivateKey({
  key: Buffer.from(
    'MIICeAIBADANBgkqhkiG9w0BAQEFAASCAmIwggJeAgEAAoGBAMh92YWYMWw6qZped1TFalffXCf8OsFuJKuXCHnbqrw7n+vED8crif24zlh6fe' +
      '3KyTmuGm5KnVyD1qLKdYUaKIlY/5IOArupuqH2l9/VfoDhT3WNbK5Xf9zyUxbgQ1PTwso4bEQ1mTv8dZ+HSi4Slto5ejugwaD0tt2UMV6kCIen' +
      'AgMBAAECgYEAgMvAEj97+HATBlULSczsjPizJgi14g8UxZpn2oiQPQ38pSO1kxhYNEMlY9eE0F7GOCStXA7Y2lbjan6vUktEoBwPGS0RkovIC1' +
      'hcWecfp01jBYKHbZh+MeYlcLgOHgfVfMjiFM1fTnokyW5xgmL8q3fneDZkMaxIqwszYAkok2ECQQDlc3hY4Lyg9NEu+i9HipCIShJZZmkefc92' +
      'Ai3JRzv6fdnQkO5y12a5JEOEJvBBGSUBYklm9nRDmQawAAkD/pPRAkEA37CTnFf55/nzMY3nHOxK/cFPP9bp71SZyaQkjiEa9+Z5E9LP2DiYL7' +
      '+wTnJKXyzVOuWnGDIed2W0SAQAhhCZ9wJBAIe6EVOJxSr1BpRiW/tWxP5JyqblhIML6t+klE7++0TGk0Tjppl6P4J/KA0RN4dah2BVMpRcbxPZ' +
      'fnI34x1gxzECQF2mocY9FwXGIclHbdEwJJ1kx3ck1UA8HT7Ml/lhZtcPCPYBtr8BwsWK7ZeKRhTewk8sQu7gXN0EGZxlAIsgfDUCQQCaOK66y9' +
      'OtItZOqELEuy7+u+r1m7ldnneZUXSpQn8v7WXDlHtIQKNKMp+y6aMsuY15Q33k1+iu4micdrQ2B/m4',
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
});
const DOMAIN = 'retailer.test';
const SELECTOR = 'simulation';
const publicKey = createPublicKey(KEY).export({ type: 'spki', format: 'der' }).toString('base64');

/** Which mails of this retailer prove a purchase. */
export const MAIL_RULES = {
  mailDomains: [DOMAIN],
  mailKeys: [{ domain: DOMAIN, selector: SELECTOR, publicKey }],
  confirms: [{ subject: 'Order {number} is confirmed', text: 'You bought {product}. Reference {reference}.' }],
};

interface Sold {
  to: string;
  product: string;
  reference: string;
  number: string;
}

/** The retailer's signed confirmation inside a forwarded mail. */
export async function confirmation({ to, product, reference, number }: Sold): Promise<ForwardedMail> {
  const at = new Date();
  const message = [
    `From: Shop <orders@${DOMAIN}>`,
    `To: ${to}`,
    `Subject: Order ${number} is confirmed`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    '',
    `You bought ${product}. Reference ${reference}.`,
    '',
  ].join('\r\n');
  const signing = {
    canonicalization: 'relaxed/relaxed',
    signTime: at,
    headerList: 'From:To:Subject:Date',
    signatureData: [
      { signingDomain: DOMAIN, selector: SELECTOR, privateKey: KEY.export({ type: 'pkcs8', format: 'pem' }) },
    ],
  };
  const { signatures } = await dkimSign(message, signing as unknown as Parameters<typeof dkimSign>[1]);
  return { from: to, subject: 'Fwd: confirmed', text: signatures + message };
}

/** Texts that say the opposite of a confirmation, or nothing. */
const FORGED = [
  'Your order was CANCELLED. You were NOT charged. Reference',
  'Thank you, your order is confirmed! Reference',
  'We could not process your payment for',
  'Antw: re your question about',
];

export function forged(from: string, reference: string, wording: number): ForwardedMail {
  return { from, subject: 'Fwd: Your order', text: `${FORGED[wording % FORGED.length]} ${reference}` };
}
