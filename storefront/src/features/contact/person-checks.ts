import type { Country } from '@supreme-access/contract/countries.js';
import { NAME_MAX } from '@supreme-access/contract/limits.js';
import { PHONE_PROBLEMS, readPhone } from '@supreme-access/contract/phones.js';
import { atMost } from '../auth/register.js';
import { splitName } from './names.js';

export const PERSON_CHECKS = {
  fullName: (text: string) => (splitName(text) === null ? 'Enter your first and last name.' : atMost(NAME_MAX)(text)),
  mobile: (text: string, max: number, country?: Country) => {
    const read = readPhone(text, country, max);
    return read.ok || PHONE_PROBLEMS[read.problem];
  },
};
