import { type Discovered, discoverable } from '../event-sourcing/discovered.js';

/** Says why nothing that takes the processor for minutes may be begun now, as a sentence; null: nothing speaks against it. */
export interface Hindrance {
  whyNotNow(): Promise<string | null>;
}

export const Hinders = discoverable<Hindrance>();

/** The first reason that anybody gives. */
export async function whyNotNow(discovered: Discovered): Promise<string | null> {
  for (const hindrance of discovered.of(Hinders)) {
    const reason = await hindrance.whyNotNow();
    if (reason !== null) return reason;
  }
  return null;
}
