import { pathToFileURL } from 'node:url';

/**
 * The locked release of libphonenumber-js, whose numbering plans say which phones are taken, and when it came out by the registry
 * (`npm view libphonenumber-js time`). The day is written down so that its age is told without a network.
 */
export const PHONE_METADATA = { version: '1.13.16', released: '2026-11-10' };

/** days; regulators open ranges of numbers every few weeks, and a release follows */
const OLD = 120;

/** One line once the release is old, else null: new numbers may be refused as none. `now` is ms UTC. */
export function phoneMetadataNotice(now) {
  const days = Math.floor((now - Date.parse(PHONE_METADATA.released)) / 86_400_000);
  if (days <= OLD) return null;
  return `libphonenumber-js ${PHONE_METADATA.version} is ${days} days old: newer phone numbers may be refused. Update it, and its day in scripts/phone-metadata.js.`;
}

/** On its own it is a step of .github/workflows/supply.yml, which shows the line beside the run. It never fails. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const notice = phoneMetadataNotice(Date.now());
  console.log(notice ? `::warning title=Phone numbers::${notice}` : 'The numbering plans of phones are fresh.');
}
