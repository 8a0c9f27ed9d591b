import type { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import type { Proof } from '../ui/OwnProof.js';

/** `key` is empty to keep the one on file. */
export interface RetailerForm extends Partial<Omit<AdminRetailer, 'mailDomains'>>, Partial<Proof> {
  key?: string | null;
  /** comma-separated */
  domains?: string | null;
}

export function toRetailerForm(retailer: AdminRetailer): RetailerForm {
  return { ...retailer, domains: retailer.mailDomains.join(', ') };
}

export function toRetailerInput(form: RetailerForm): Record<string, unknown> {
  const { name, protocol, baseUrl, version, key, sellerProfile, shipping, quirks, revision, password, otp } = form;
  return {
    name: name?.trim() ?? '',
    protocol,
    baseUrl: baseUrl?.trim() ?? '',
    version: version || null,
    ...(key?.trim() ? { key: key.trim() } : {}),
    sellerProfile: sellerProfile?.trim() || null,
    shipping,
    mailDomains: (form.domains ?? '').split(',').flatMap((domain) => domain.trim() || []),
    mailKeys: form.mailKeys ?? [],
    confirms: form.confirms ?? [],
    quirks: quirks ?? [],
    ...(revision === undefined ? {} : { revision }),
    password,
    ...(otp ? { otp } : {}),
  };
}
