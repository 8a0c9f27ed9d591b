import { pictureSources } from '@supreme-access/contract/pictures.js';
import type { ProductPicture as Pictured } from '@supreme-access/contract/shapes/products.js';
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { assetUrl } from '../../api/api.js';
import { Dialog } from '../../ui/dialog.js';
import { altOf, stepOf } from './product-picture.js';

interface ZoomProps {
  pictures: readonly Pictured[];
  title: string;
  at: number;
  onShow(index: number): void;
  onClose(): void;
  returnTo(): HTMLElement | null | undefined;
}
/** Coordinates as fractions of the picture's width and height. */
interface Point {
  x: number;
  y: number;
}
const MIDDLE: Point = { x: 0.5, y: 0.5 };

export function PictureZoom({ pictures, title, at, onShow, onClose, returnTo }: ZoomProps) {
  const [near, setNear] = useState<Point | null>(null);
  const stage = useRef<HTMLDivElement>(null);
  const picture = pictures[at] ?? pictures[0];
  useLayoutEffect(() => {
    const { current } = stage;
    if (!near || !current) return;
    current.scrollLeft = near.x * current.scrollWidth - current.clientWidth / 2;
    current.scrollTop = near.y * current.scrollHeight - current.clientHeight / 2;
  }, [near]);
  if (!picture) return null;
  const show = (index: number) => {
    setNear(null);
    onShow(index);
  };
  const byKey = (event: KeyboardEvent) => {
    const step = stepOf(event.key);
    if (step === 0) return;
    // When zoomed in, the arrow keys pan the picture.
    if (near) return event.stopPropagation();
    event.preventDefault();
    show(at + step);
  };
  return (
    <Dialog open title={title} shape="full" onClose={onClose} returnTo={returnTo}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a shortcut of the buttons below */}
      <div className="grid h-[calc(100dvh-3.5rem)] grid-rows-[minmax(0,1fr)_auto]" onKeyDown={byKey}>
        <div ref={stage} className="overflow-auto overscroll-contain bg-sheet">
          <button
            type="button"
            aria-pressed={near !== null}
            onClick={(event) => setNear(near ? null : pointed(event))}
            className={near ? 'block h-[250%] w-[250%] cursor-zoom-out' : 'block size-full cursor-zoom-in'}
          >
            <span className="sr-only">Look nearer: </span>
            <Whole picture={picture} alt={altOf(picture, at, title)} near={near !== null} />
          </button>
        </div>
        <Steps at={at} count={pictures.length} onShow={show} />
      </div>
    </Dialog>
  );
}

/** A click by keyboard has no point. */
function pointed({ currentTarget, clientX, clientY, detail }: MouseEvent): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return detail === 0 ? MIDDLE : { x: (clientX - left) / width, y: (clientY - top) / height };
}

function Whole({ picture: { address }, alt, near }: { picture: Pictured; alt: string; near: boolean }) {
  return (
    <picture className="contents">
      {pictureSources(address, assetUrl).map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={near ? '250vw' : '100vw'} />
      ))}
      <img src={assetUrl(address)} alt={alt} draggable={false} className="size-full object-contain" />
    </picture>
  );
}

function Steps({ at, count, onShow }: { at: number; count: number; onShow(index: number): void }) {
  if (count < 2) return null;
  const button = 'min-h-11 px-4 max-[18rem]:px-2 underline disabled:text-muted disabled:no-underline';
  return (
    <div className="flex flex-wrap items-center justify-between border-t border-rule pb-[env(safe-area-inset-bottom)]">
      <button type="button" disabled={at === 0} onClick={() => onShow(at - 1)} className={button}>
        Previous
      </button>
      <p aria-live="polite" className="count text-sm">
        {at + 1}/{count}
      </p>
      <button type="button" disabled={at === count - 1} onClick={() => onShow(at + 1)} className={button}>
        Next
      </button>
    </div>
  );
}
