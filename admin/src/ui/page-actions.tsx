import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

/** What can be done to the record that a page shows. */
export interface PageAction {
  label: string;
  /** why it cannot be done now */
  refusal: string | undefined;
  /** opens its question */
  ask: () => void;
}

const Offered = createContext<Set<PageAction>>(new Set());
const InHead = createContext(false);

/** Around the pages and whatever offers their actions elsewhere, too. */
export function PageActions({ children }: { children: ReactNode }) {
  const [offered] = useState(() => new Set<PageAction>());
  return <Offered value={offered}>{children}</Offered>;
}

/** Around the buttons that concern the page's record as a whole. */
export function RecordActions({ children }: { children: ReactNode }) {
  return <InHead value={true}>{children}</InHead>;
}

/** Offers a button's action wherever actions of the page are offered, for as long as it stands there; null: it is not offered now. */
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

/** As the page stands now. */
export function usePageActions(): PageAction[] {
  return [...useContext(Offered)];
}
