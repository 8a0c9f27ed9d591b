/** Hazard: no browser may keep fields with these names. */
const SECRET = /^(card|stripeToken|code$|key$)|password|otp$|secret/i;

export type Values = Readonly<Record<string, unknown>>;

/** The changed fields. An empty input holds null, '', [] or nothing. */
export function changedIn(values: Values, opened: Values | null): string[] {
  const text = (value: unknown) => JSON.stringify(Array.isArray(value) && value.length === 0 ? '' : (value ?? ''));
  return opened === null ? [] : Object.keys(values).filter((name) => text(values[name]) !== text(opened[name]));
}

/** The values of the typed fields, without secrets, and without files, which text cannot hold. */
export function storable(values: Values, typed: readonly string[], except: readonly string[]): Record<string, unknown> {
  const kept = typed.filter((name) => !SECRET.test(name) && !except.includes(name) && isText(values[name]));
  return Object.fromEntries(kept.map((name) => [name, values[name] ?? null]));
}

function isText(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  if (value instanceof Blob) return false;
  return Object.values(value).every(isText);
}
