/** Hazard: fields whose names begin or end so hold what no browser may keep. */
const SECRET = /^(card|stripeToken|code$|key$)|password|otp$|secret/i;

/** The fields that were typed into, without secrets and without files, which text cannot hold. */
export function storable(
  values: Readonly<Record<string, unknown>>,
  typed: readonly string[],
  except: readonly string[],
): Record<string, unknown> {
  const kept = typed.filter((name) => !SECRET.test(name) && !except.includes(name) && isText(values[name]));
  return Object.fromEntries(kept.map((name) => [name, values[name] ?? null]));
}

function isText(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  if (value instanceof Blob) return false;
  return Object.values(value).every(isText);
}
