import { tabEntries } from '@supreme-access/contract/entries.js';
import type { Guided, GuidedSession, GuidedStage } from '@supreme-access/contract/shapes/first-minute.js';
import { type Api, api, messageOf } from '../src/api/api.js';

const KEPT = 'first-minute';
export const NO_LINK = 'Open the link that npm start has printed. It is good for one visit within 15 minutes.';

export interface Person {
  session: GuidedSession;
  api: Api;
}

export interface Stage {
  people: Readonly<Record<Guided, Person>>;
  profileId: string;
}

export type Entered = { ok: true; stage: Stage } | { ok: false; message: string };

/** Takes the link's token, once, and removes it from the address. The sessions are kept in this tab alone, which may be reloaded. */
export async function enter(): Promise<Entered> {
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  const kept = tabEntries.get(KEPT);
  if (token === '') return kept ? opened(JSON.parse(kept) as GuidedStage) : { ok: false, message: NO_LINK };
  try {
    const stage = await api.post<GuidedStage>('/api/first-minute/enter', { token });
    tabEntries.set(KEPT, JSON.stringify(stage));
    return opened(stage);
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

function opened({ sessions, profileId }: GuidedStage): Entered {
  const person = (who: Guided): Person => {
    const session = sessions.find((one) => one.who === who);
    if (!session) throw new Error(`there is no session of the ${who}`);
    return { session, api: api.as(session) };
  };
  const people = { shopper: person('shopper'), operator: person('operator'), auditor: person('auditor') };
  return { ok: true, stage: { people, profileId } };
}
