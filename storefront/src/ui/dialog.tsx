import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { OfflineBar } from './offline-bar.js';

export type DialogShape = 'sheet' | 'side' | 'card' | 'full';

interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  shape?: DialogShape | undefined;
  titleHidden?: boolean;
  /** The element that receives the focus, where it is not the opener. */
  returnTo?(): HTMLElement | null | undefined;
  children: ReactNode;
}

const SHAPES = {
  full: 'inset-0',
  sheet: 'inset-0 lg:left-auto lg:w-[min(72rem,86vw)] lg:border-l lg:border-fg',
  side: 'inset-0 lg:left-auto lg:w-[30rem] lg:border-l lg:border-fg',
  card: 'inset-x-0 bottom-0 max-h-[94dvh] border-t border-fg lg:inset-auto lg:top-1/2 lg:left-1/2 lg:w-[40rem] lg:-translate-x-1/2 lg:-translate-y-1/2 lg:border',
};

function giveFocus(thing: Element | null, place: HTMLElement | null | undefined): void {
  const isThere = thing instanceof HTMLElement && thing.isConnected;
  if (!isThere && place && !place.hasAttribute('tabindex')) place.tabIndex = -1;
  const next = isThere ? thing : place;
  next?.focus();
}

/**
 * A modal dialog. Hazard: Radix's overlay writes a style element into the page, which a strict Content-Security-Policy
 * refuses, so the veil is our own.
 */
export function Dialog({ open, onClose, title, shape = 'card', titleHidden, returnTo, children }: DialogProps) {
  const opener = useRef<{ element: Element | null; place?: HTMLElement | null }>({ element: null });
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <div aria-hidden="true" className="veil fixed inset-0 z-50" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            const element = document.activeElement;
            opener.current = { element, place: element?.closest<HTMLElement>('section, [role="dialog"], main') };
          }}
          onEscapeKeyDown={(event) => {
            // An open list of suggestions is closed first, and alone.
            if (document.activeElement?.matches('[role=combobox][aria-expanded=true]')) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocus(returnTo?.() ?? opener.current.element, opener.current.place);
          }}
          className={`dialog-${shape} fixed z-50 overflow-y-auto overscroll-contain bg-bg outline-none ${SHAPES[shape]}`}
        >
          <header className="sticky top-0 z-10 flex min-h-14 items-center justify-between gap-4 border-b border-rule bg-bg px-4 lg:px-6">
            <Radix.Title dir="auto" className={titleHidden ? 'sr-only' : 'heading text-2xl'}>
              {title}
            </Radix.Title>
            <Radix.Close className="-mr-2 ml-auto min-h-11 px-2 underline">Close</Radix.Close>
          </header>
          <OfflineBar />
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
