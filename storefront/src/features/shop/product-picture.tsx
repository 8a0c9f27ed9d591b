import { assetUrl } from '../../api/api.js';

interface PictureProps {
  src: string;
  alt: string;
  /** above the fold: fetched at once */
  eager?: boolean;
  className?: string;
}

export function ProductPicture({ src, alt, eager, className = '' }: PictureProps) {
  return (
    <div className={`aspect-[4/5] w-full overflow-hidden bg-sheet ${className}`}>
      {src && (
        <img
          src={assetUrl(src)}
          alt={alt}
          width={800}
          height={1000}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </div>
  );
}
