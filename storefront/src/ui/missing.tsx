import { BoardLink } from './board-link.js';
import { ButtonLink } from './button.js';

interface MissingProps {
  title: string;
  text: string;
  onward?: { to: string; label: string };
}

export function Missing({ title, text, onward }: MissingProps) {
  return (
    <div className="gutter grid justify-items-start gap-5 py-20 lg:py-28">
      <h1 className="heading text-title">{title}</h1>
      <p className="max-w-prose text-pretty">{text}</p>
      {onward ? <ButtonLink to={onward.to}>{onward.label}</ButtonLink> : <BoardLink />}
    </div>
  );
}
