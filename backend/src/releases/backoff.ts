/** ms: doubles from one second to thirty, with jitter against simultaneous retries. */
export function backoff(tries: number, random: () => number): number {
  const ceiling = Math.min(30_000, 1_000 * 2 ** Math.max(0, tries));
  return Math.round(Math.max(1_000, ceiling * (0.5 + random() / 2)));
}
