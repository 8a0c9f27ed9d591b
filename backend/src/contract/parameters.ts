export function parameterOf(params: URLSearchParams, name: string): string | null {
  return firstNamed(params.getAll(name));
}

export function firstNamed(values: readonly string[]): string | null {
  return values.map((value) => value.trim()).find((value) => value !== '') ?? null;
}

export function withParameter(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const after = new URLSearchParams(params);
  if (value === null) after.delete(name);
  else after.set(name, value);
  return after;
}
