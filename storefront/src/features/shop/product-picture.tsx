import { pictureSources } from '@supreme-access/contract/pictures.js';
import { assetUrl } from '../../api/api.js';

interface PictureProps {
  src: string;
  alt: string;
  /** how wide the page shows it, as the attribute of the same name */
  sizes: string;
  /** above the fold: fetched at once */
  eager?: boolean;
  className?: string;
}

export function ProductPicture({ src, alt, sizes, eager, className = '' }: PictureProps) {
  return (
    <div className={`aspect-[4/5] w-full overflow-hidden bg-sheet ${className}`}>
      {src && (
        <picture className="contents">
          {pictureSources(src, assetUrl).map(({ type, srcset }) => (
            <source key={type} type={type} srcSet={srcset} sizes={sizes} />
          ))}
          <img
            src={assetUrl(src)}
            alt={alt}
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
