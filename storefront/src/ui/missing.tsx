import { ButtonLink } from './button.js';

export function Missing({ title, text }: { title: string; text: string }) {
  return (
    <div className="gutter grid justify-items-start gap-5 py-20 lg:py-28">
      <h1 className="heading text-title">{title}</h1>
      <p>{text}</p>
      <ButtonLink to="/shop">Go to the Shop</ButtonLink>
    </div>
  );
}
