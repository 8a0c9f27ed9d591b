/** Raised with each new event type or version: an older program must not read such a log. */
export const FORMAT = 1;

export class UnknownFormat extends Error {}

export function tooNew(what: string, format: number): UnknownFormat {
  return new UnknownFormat(
    `${what} has format ${format}; this program knows formats up to ${FORMAT}. Run a newer one.`,
  );
}

export function tooOld(what: string, empty: string): UnknownFormat {
  return new UnknownFormat(`${what} was made by a build before 1.0; start with ${empty}.`);
}
