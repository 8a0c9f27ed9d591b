import { ButtonLink } from './button.js';
import { ShopLink } from './shop-link.js';

interface MissingProps {
  title: string;
  text: string;
  next?: { to: string; label: string };
}

export function Missing({ title, text, next }: MissingProps) {
  return (
    <div className="gutter grid justify-items-start gap-5 py-20 lg:py-28">
      <h1 className="heading text-title">{title}</h1>
      <p className="max-w-prose text-pretty">{text}</p>
      {next ? <ButtonLink to={next.to}>{next.label}</ButtonLink> : <ShopLink />}
    </div>
  );
}
