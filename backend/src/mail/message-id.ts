import { hash } from 'node:crypto';

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;

/** A stable id, so that a mail sent twice appears once; hashed for the header. @throws Error for a bad `host` */
export function messageIdFor(kind: string, id: string, host = 'supreme-access.test'): string {
  if (!HOST.test(host)) throw new Error('a Message-ID needs a host name');
  return `<${hash('sha256', JSON.stringify([kind, id]), 'hex').slice(0, 40)}@${host}>`;
}
