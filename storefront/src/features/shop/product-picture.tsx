import { pictureSources } from '@supreme-access/contract/pictures.js';
import type { ProductPicture as Picture } from '@supreme-access/contract/shapes/products.js';
import { useState } from 'react';
import { assetUrl } from '../../api/api.js';

interface PictureProps {
  src: string;
  alt: string;
  /** This title is drawn where there is no picture. */
  title?: string;
  sizes: string;
  eager?: boolean;
  className?: string;
}

export function ProductPicture({ src, alt, title = alt, sizes, eager, className = '' }: PictureProps) {
  const [failed, setFailed] = useState('');
  const missing = !src || failed === src;
  return (
    <div className={`aspect-[4/5] w-full overflow-hidden bg-sheet ${className}`}>
      {missing ? (
        <NoPicture title={title} named={alt !== ''} />
      ) : (
        <picture className="contents">
          {pictureSources(src, assetUrl).map(({ type, srcset }) => (
            <source key={type} type={type} srcSet={srcset} sizes={sizes} />
          ))}
          <img
            src={assetUrl(src)}
            alt={alt}
            onError={() => setFailed(src)}
            width={800}
            height={1000}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
            className="size-full object-cover"
          />
        </picture>
      )}
    </div>
  );
}

function NoPicture({ title, named }: { title: string; named: boolean }) {
  return (
    <div
      aria-hidden={named ? undefined : true}
      className="grid size-full content-center justify-items-center gap-3 p-[8%] text-center text-muted"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 120 110"
        className="w-2/5 max-w-44"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d="M44 8 18 20 6 48l17 7 6-12v59h62V43l6 12 17-7-12-28L76 8c-3 8-9 12-16 12S47 16 44 8Z" />
        <path d="M29 95h62M44 8c1 11 8 17 16 17S75 19 76 8" strokeDasharray="3 3" />
      </svg>
      <span className="heading line-clamp-3 max-w-full text-2xl leading-none [overflow-wrap:anywhere]">
        {title}
        <span className="sr-only">: no picture yet</span>
      </span>
    </div>
  );
}

export function altOf({ alt }: Picture, at: number, title: string): string {
  return alt || (at === 0 ? title : `${title}, picture ${at + 1}`);
}

export function stepOf(key: string): -1 | 0 | 1 {
  if (key === 'ArrowRight') return 1;
  return key === 'ArrowLeft' ? -1 : 0;
}
