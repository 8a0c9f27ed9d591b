import { pathToFileURL } from 'node:url';

/**
 * The locked release of libphonenumber-js, whose numbering plans decide which phone numbers are valid, and its date
 * (`npm view libphonenumber-js time`), which is written here so that its age needs no network.
 */
export const PHONE_METADATA = { version: '1.13.16', released: '2026-11-10' };

/** Regulators open ranges of numbers every few weeks, and a release follows. The unit is days. */
const OLD_AFTER = 120;

/** A notice once the release is old, because it may refuse new numbers; else null. `now` is in ms UTC. */
export function phoneMetadataNotice(now) {
  const days = Math.floor((now - Date.parse(PHONE_METADATA.released)) / 86_400_000);
  if (days <= OLD_AFTER) return null;
  return `libphonenumber-js ${PHONE_METADATA.version} is ${days} days old: newer phone numbers may be refused. Update it, and its day in scripts/phone-metadata.js.`;
}

/** .github/workflows/supply.yml runs this as a step, which never fails. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const notice = phoneMetadataNotice(Date.now());
  console.log(notice ? `::warning title=Phone numbers::${notice}` : 'The numbering plans of phones are up to date.');
}
