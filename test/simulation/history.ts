import type { Outcome } from './simulation.js';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const LINES = 80;

/** The findings of a failing seed, how to repeat it, and the notes that led to it. */
export function report({ seed, findings, notes }: Outcome): string {
  const again = `npm run simulation -- --seed ${seed}`;
  return [
    `seed ${seed} FAILED`,
    ...findings.map((one) => `  ${one}`),
    `again: ${again}`,
    ...shortened(findings, notes),
  ].join('\n');
}

/** The last notes on the streams in the findings, and the faults beside them. */
function shortened(findings: readonly string[], notes: readonly string[]): string[] {
  const named = new Set(findings.flatMap((one) => one.match(UUID) ?? []));
  const isAbout = (note: string) =>
    named.size === 0 || (note.match(UUID) ?? []).some((id) => named.has(id)) || !UUID.test(note);
  const relevant = notes.filter((note) => {
    UUID.lastIndex = 0;
    return isAbout(note);
  });
  return relevant.slice(-LINES).map((note) => note.slice(0, 200));
}
