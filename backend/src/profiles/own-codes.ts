/**
 * Names of the records in which orders keep a security code of their own. A name says whose it is and what it was made of, so that
 * a repeated request writes the same record.
 */

/** `source`: the profile's record, or a hash of what was sent along. */
export function ownCodeOf(orderId: string, source: string): string {
  return `${orderId}.${source}`;
}

export function sourceOfCode(record: string): string {
  return record.slice(record.indexOf('.') + 1);
}
