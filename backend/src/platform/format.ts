/**
 * Which events a log may hold, and with it what lies in a data directory or a database. Raised when an event type is added, or
 * a version of one: a program before it must not read such a log. See docs/decisions/0016.
 * 1: everything before the number was written down. 2: that number, and whatever came before it.
 * 3: what became of a mail tells its kind. 4: the vault is marked; mails are claimed, and can bounce. 5: a drop and a promo code say
 * how they tell people apart; sessions of staff, and the end of any; locked accounts; one-time codes.
 * 6: runs of an audit; drops that are checked before their release; seals of the log, and their keys; a dispute's
 * deadline that moves. 7: waiting lists of drops, and the mails of their offers. 8: mails that are reviewed, limits of one account, and
 * refunds that fail. 9: damaged events that are passed over. 10: mails about a drop that is cancelled,
 * and addresses without a state.
 */
export const FORMAT = 10;

/** A newer program writes into this log; the text is for people. */
export class LogTooNew extends Error {
  constructor(format: number) {
    super(`The event log has format ${format}; this program knows formats up to ${FORMAT}. Run a newer one.`);
  }
}
