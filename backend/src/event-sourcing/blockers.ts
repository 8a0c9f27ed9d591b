import { type Discovered, discoverable } from './discovered.js';

/** A sentence why nothing that takes minutes of processor time may start now; null: it may. */
export interface Hindrance {
  whyNotNow(): Promise<string | null>;
}

export const Blockers = discoverable<Hindrance>();

export async function whyNotNow(discovered: Discovered): Promise<string | null> {
  for (const hindrance of discovered.of(Blockers)) {
    const reason = await hindrance.whyNotNow();
    if (reason !== null) return reason;
  }
  return null;
}
