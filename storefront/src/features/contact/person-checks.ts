import type { Country } from '@supreme-access/contract/countries.js';
import { NAME_MAX } from '@supreme-access/contract/limits.js';
import { mobilePhone } from '@supreme-access/contract/phones.js';
import { atMost } from '../auth/register.js';
import { splitName } from './names.js';

export const PERSON_CHECKS = {
  fullName: (text: string) => (splitName(text) === null ? 'Enter your first and last name.' : atMost(NAME_MAX)(text)),
  mobile: (text: string, country?: Country) => mobilePhone(text, country) !== null || 'Enter a valid mobile number.',
};
