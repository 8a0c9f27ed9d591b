import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const ICON = 'link[rel="icon"]';
const iconWithDot = (dot: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#0B0B0C" d="M0 0h64v64H0z"/><circle cx="32" cy="32" r="22" fill="${dot}"/></svg>`,
  )}`;
const ICONS = { running: iconWithDot('#D6FF3D'), over: iconWithDot('#F5F2EB') };

/** Shows `text` in the title and icon of a tab in the background; null restores them. */
export function useTabTitle(text: string | null, icon: keyof typeof ICONS): void {
  const isShown = text !== null;
  useEffect(() => {
    if (!isShown) return;
    const link = document.querySelector<HTMLLinkElement>(ICON);
    const [title, href] = [document.title, link?.getAttribute('href') ?? ''];
    return () => {
      document.title = title;
      link?.setAttribute('href', href);
    };
  }, [isShown]);
  useEffect(() => {
    if (text === null) return;
    document.title = text;
    document.querySelector(ICON)?.setAttribute('href', ICONS[icon]);
  }, [text, icon]);
}

const HIDDEN_POLL_MS = 15_000;

/** A hidden tab has no stream, so it polls its orders until they have ended, for the title and the notification. */
export function usePollingWhileHidden(isOver: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') return;
      for (const kind of ['orders', 'action']) void client.invalidateQueries({ queryKey: [kind] });
    }, HIDDEN_POLL_MS);
    return () => clearInterval(timer);
  }, [client, isOver]);
}
