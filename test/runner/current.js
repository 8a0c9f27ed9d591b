/** The globals of the spec file that runs in this process now: Jest's `describe`, `it`, `expect`, `jest` and so on. */
export const current = {};
