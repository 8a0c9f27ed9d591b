import { hash } from 'node:crypto';

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;

/**
 * The Message-ID of a mail: the same kind and id give the same one for ever, so that a mail sent twice is shown once.
 * Hashed, because neither part may break the header.
 * @throws Error when `host` is no host name
 */
export function messageIdFor(kind: string, id: string, host = 'supreme-access.test'): string {
  if (!HOST.test(host)) throw new Error('a Message-ID needs a host name');
  return `<${hash('sha256', JSON.stringify([kind, id]), 'hex').slice(0, 40)}@${host}>`;
}
