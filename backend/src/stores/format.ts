/**
 * Which events a log may hold, and with it what lies in a data directory or a database. It is raised when an event type is added, or
 * a version of one: a program before it must not read such a log.
 */
export const FORMAT = 1;

/** This program cannot read what another one has written. The text is for people. */
export class UnknownFormat extends Error {}

export function tooNew(what: string, format: number): UnknownFormat {
  return new UnknownFormat(
    `${what} has format ${format}; this program knows formats up to ${FORMAT}. Run a newer one.`,
  );
}

/** Builds before 1.0 marked their stores under other names. `empty`: what to begin with instead. */
export function tooOld(what: string, empty: string): UnknownFormat {
  return new UnknownFormat(`${what} was made by a build before 1.0; start with ${empty}.`);
}
