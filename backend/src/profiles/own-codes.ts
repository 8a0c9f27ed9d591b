/**
 * Names of the records in which orders keep a security code of their own. A name says whose it is and what it was made of, so that
 * the same request, told again, writes the same record. Orders from before that share their profile's record, which has a plain id.
 */

/** `source`: the profile's record, or a hash of what was sent along. */
export function ownCodeOf(orderId: string, source: string): string {
  return `${orderId}.${source}`;
}

export function isOwnCode(record: string): boolean {
  return record.includes('.');
}

export function sourceOfCode(record: string): string {
  return record.slice(record.indexOf('.') + 1);
}
