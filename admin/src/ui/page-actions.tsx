import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

export interface PageAction {
  label: string;
  refusal: string | undefined;
  ask: () => void;
}

const Offered = createContext<Set<PageAction>>(new Set());
const InHead = createContext(false);

export function PageActions({ children }: { children: ReactNode }) {
  const [offered] = useState(() => new Set<PageAction>());
  return <Offered value={offered}>{children}</Offered>;
}

export function RecordActions({ children }: { children: ReactNode }) {
  return <InHead value={true}>{children}</InHead>;
}

/** Offers a button's action outside the button while it is mounted; null offers nothing. */
export function useOffer(action: PageAction | null): void {
  const [offered, isOfRecord] = [useContext(Offered), useContext(InHead)];
  const { label, refusal, ask } = action ?? {};
  useEffect(() => {
    if (!isOfRecord || label === undefined || ask === undefined) return;
    const own = { label, refusal, ask };
    offered.add(own);
    return () => {
      offered.delete(own);
    };
  }, [offered, isOfRecord, label, refusal, ask]);
}

/** Asks the question of the offered action with this label, unless it is refused or there is none. */
export function useAsk(): (label: string) => void {
  const offered = useContext(Offered);
  return (label) => [...offered].find((one) => one.label === label && one.refusal === undefined)?.ask();
}

export function usePageActions(): PageAction[] {
  return [...useContext(Offered)];
}
