import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const ICON = 'link[rel="icon"]';
/** A dot on the ticket: volt while it runs, and as paper once it has ended. */
const DRAWN = (dot: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#0B0B0C" d="M0 0h64v64H0z"/><circle cx="32" cy="32" r="22" fill="${dot}"/></svg>`,
  )}`;
const ICONS = { running: DRAWN('#D6FF3D'), over: DRAWN('#F5F2EB') };

/** Says it in the tab's title and icon, to who looks elsewhere, for as long as `text` is not null. */
export function useTellElsewhere(text: string | null, icon: keyof typeof ICONS): void {
  const isTold = text !== null;
  useEffect(() => {
    if (!isTold) return;
    const link = document.querySelector<HTMLLinkElement>(ICON);
    const [title, href] = [document.title, link?.getAttribute('href') ?? ''];
    return () => {
      document.title = title;
      link?.setAttribute('href', href);
    };
  }, [isTold]);
  useEffect(() => {
    if (text === null) return;
    document.title = text;
    document.querySelector(ICON)?.setAttribute('href', ICONS[icon]);
  }, [text, icon]);
}

/** ms between two looks of a hidden tab */
const LOOK_AGAIN = 15_000;

/** A hidden tab has no stream: it asks what has become of its orders until that is known, for the title and the reminder tell it. */
export function useLookWhileHidden(isOver: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') return;
      for (const kind of ['orders', 'action']) void client.invalidateQueries({ queryKey: [kind] });
    }, LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [client, isOver]);
}
