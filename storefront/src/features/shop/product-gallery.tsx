import type { ProductPicture as Pictured, PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { inDialog, lazyPart } from '../../ui/lazy-part.js';
import { altOf, ProductPicture, stepOf } from './product-picture.js';

const PictureZoom = lazyPart(
  async () => (await import('./picture-zoom.js')).PictureZoom,
  inDialog(({ title }) => title, 'full'),
);

const WHOLE = '[&_img]:object-contain';

interface GalleryProps {
  product: Pick<PublicProduct, 'productImage' | 'productTitle' | 'pictures'>;
  sizes: string;
  className?: string;
  frame?: string;
}

export function ProductGallery({ product, sizes, className = '', frame = '' }: GalleryProps) {
  const { pictures, productImage, productTitle } = product;
  const { at, show, track, scrolled, taken } = useTrack(pictures.length);
  const [zoomed, setZoomed] = useState(false);
  if (pictures.length === 0) {
    return (
      <ProductPicture
        src={productImage}
        alt={productTitle}
        sizes={sizes}
        eager
        className={`${WHOLE} ${frame} ${className}`}
      />
    );
  }
  const many = pictures.length > 1;
  return (
    <section aria-label={`Pictures of ${productTitle}`} className={className} onKeyDown={byArrows(at, show)}>
      <div className="relative">
        <ul
          ref={track}
          onScroll={scrolled}
          onPointerDown={taken}
          onWheel={taken}
          className="relative flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] motion-safe:scroll-smooth"
        >
          {pictures.map((picture, index) => (
            <li key={picture.address} className="w-full flex-none snap-start">
              <button
                type="button"
                tabIndex={index === at ? 0 : -1}
                onClick={() => setZoomed(true)}
                className="block w-full cursor-zoom-in focus-visible:-outline-offset-4"
              >
                <span className="sr-only">Look nearer: </span>
                <ProductPicture
                  src={picture.address}
                  alt={altOf(picture, index, productTitle)}
                  sizes={sizes}
                  eager={index === 0}
                  className={`${WHOLE} ${frame}`}
                />
              </button>
            </li>
          ))}
        </ul>
        {many && (
          <p aria-hidden="true" className="count absolute right-3 bottom-3 bg-bg px-1.5 py-0.5 text-mini">
            {at + 1}/{pictures.length}
          </p>
        )}
      </div>
      {many && <Thumbnails pictures={pictures} title={productTitle} at={at} onChoose={show} />}
      {zoomed && (
        <Suspense fallback={null}>
          <PictureZoom
            pictures={pictures}
            title={productTitle}
            at={at}
            onShow={show}
            onClose={() => setZoomed(false)}
            returnTo={() => track.current?.children[at]?.querySelector('button')}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The visible picture: the requested one while the track scrolls to it, or where a swipe has ended. */
function useTrack(count: number) {
  const [at, setAt] = useState(0);
  const track = useRef<HTMLUListElement>(null);
  const scrollsTo = useRef<number | null>(null);
  const show = (next: number) => {
    const to = Math.min(Math.max(next, 0), count - 1);
    setAt(to);
    scrollsTo.current = to;
    // jsdom lacks scrollTo.
    track.current?.scrollTo?.({ left: to * track.current.clientWidth });
  };
  const scrolled = ({ currentTarget: { scrollLeft, clientWidth } }: { currentTarget: HTMLUListElement }) => {
    if (clientWidth === 0) return;
    const index = Math.min(Math.round(scrollLeft / clientWidth), count - 1);
    if (scrollsTo.current === index) scrollsTo.current = null;
    if (scrollsTo.current === null) setAt(index);
  };
  const taken = () => {
    scrollsTo.current = null;
  };
  return { at, show, track, scrolled, taken };
}

function byArrows(at: number, show: (next: number) => void) {
  return (event: KeyboardEvent) => {
    const step = stepOf(event.key);
    if (step === 0 || event.defaultPrevented) return;
    event.preventDefault();
    show(at + step);
  };
}

interface ThumbnailsProps {
  pictures: readonly Pictured[];
  title: string;
  at: number;
  onChoose(index: number): void;
}

function Thumbnails({ pictures, title, at, onChoose }: ThumbnailsProps) {
  return (
    <ul className="relative flex gap-2 overflow-x-auto p-2 md:p-3">
      {pictures.map((picture, index) => (
        <li key={picture.address} className="flex-none">
          <button
            type="button"
            aria-current={index === at}
            onClick={() => onChoose(index)}
            className="block w-14 border border-rule aria-[current=true]:border-fg aria-[current=true]:outline aria-[current=true]:outline-fg"
          >
            <span className="sr-only">Show: </span>
            <ProductPicture src={picture.address} alt={altOf(picture, index, title)} sizes="56px" />
          </button>
        </li>
      ))}
    </ul>
  );
}
