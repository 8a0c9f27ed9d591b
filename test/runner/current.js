/** The globals of the running spec file: `describe`, `it`, `expect`, `jest` and so on. */
export const current = {};
