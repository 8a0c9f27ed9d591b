import type { Outcome } from './drill.js';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const LINES = 80;

/** What a failing seed says: what was found, how to see it again, and what led to it. */
export function report({ seed, findings, notes }: Outcome): string {
  const again = `npm run drill -- --seed ${seed}`;
  return [
    `seed ${seed} FAILED`,
    ...findings.map((one) => `  ${one}`),
    `again: ${again}`,
    ...shortened(findings, notes),
  ].join('\n');
}

/** What is about the streams that the findings name, and what befell the world meanwhile; the last of it. */
function shortened(findings: readonly string[], notes: readonly string[]): string[] {
  const named = new Set(findings.flatMap((one) => one.match(UUID) ?? []));
  const isAbout = (note: string) =>
    named.size === 0 || (note.match(UUID) ?? []).some((id) => named.has(id)) || !UUID.test(note);
  const told = notes.filter((note) => {
    UUID.lastIndex = 0;
    return isAbout(note);
  });
  return told.slice(-LINES).map((note) => note.slice(0, 200));
}
