/** The first value that says something. People cut, double and paste addresses: a blank one counts as none. */
export function parameterOf(params: URLSearchParams, name: string): string | null {
  return firstNamed(params.getAll(name));
}

/** The same of all values that one parameter has. */
export function firstNamed(values: readonly string[]): string | null {
  return values.map((value) => value.trim()).find((value) => value !== '') ?? null;
}

/** The same parameters with this one once, or without it. */
export function withParameter(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const after = new URLSearchParams(params);
  if (value === null) after.delete(name);
  else after.set(name, value);
  return after;
}
