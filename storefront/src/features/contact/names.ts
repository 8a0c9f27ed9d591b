export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

/** The first name and the rest; null unless there are at least two parts. */
export function splitName(text: string): { firstName: string; lastName: string } | null {
  const [firstName, ...rest] = text.trim().split(/\s+/);
  return firstName && rest.length > 0 ? { firstName, lastName: rest.join(' ') } : null;
}
