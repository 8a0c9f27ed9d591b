import type { ProfileView } from '../../../../backend/src/contract/api-types.js';

/** What a profile is called where one is chosen; one without a name is the main one. */
export function profileTitle({ profileName }: Pick<ProfileView, 'profileName'>): string {
  return profileName.trim() || 'Main Profile';
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

/** First name and the rest; null unless there are at least two parts. */
export function splitName(text: string): { firstName: string; lastName: string } | null {
  const [firstName, ...rest] = text.trim().split(/\s+/);
  return firstName && rest.length > 0 ? { firstName, lastName: rest.join(' ') } : null;
}
