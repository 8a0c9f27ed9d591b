import type { ListedAccount } from '@supreme-access/contract/shapes/people.js';
import type { Role } from '@supreme-access/contract/statuses.js';

export const ROLE_NAMES: Record<Role, string> = { shopper: 'Shopper', auditor: 'Auditor', admin: 'Admin' };

export const STAFF_CHOICES: { id: Role; name: string }[] = [
  { id: 'auditor', name: 'Auditor: reads everything' },
  { id: 'admin', name: 'Admin: manages everything' },
];

/** Everybody may shop, so that role is shown only where it is the only one. */
export function rolesShown(roles: readonly Role[]): string {
  const staff = roles.filter((role) => role !== 'shopper');
  return (staff.length > 0 ? staff : (['shopper'] as const)).map((role) => ROLE_NAMES[role]).join(', ');
}

export function nameOf({ name, email, erased }: ListedAccount): string {
  return erased ? 'Erased account' : name || email;
}
