/** How people are told apart by card and address. What changes is a further version: a drop, and a promo code, keep the one they were made with. */
export type PersonVersion = 1 | 2;

/** of what is made now */
export const PERSON_VERSION = 2;

/** One person as each version tells them. */
export type PersonByVersion = Readonly<Record<PersonVersion, string>>;
