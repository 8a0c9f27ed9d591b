import { day, stampTime } from './times.js';

export interface Moment {
  key: string | number;
  at: string;
  text: string;
  detail?: string;
  /** The entry changed nothing. */
  aside?: boolean;
}

export function Timeline({ moments }: { moments: readonly Moment[] }) {
  const latest = moments.findLast(({ aside }) => !aside);
  return (
    <ol className="grid">
      {moments.map(({ key, at, text, detail, aside }) => (
        <li
          key={key}
          className="grid grid-cols-[auto_1fr] gap-x-4 border-t border-rule py-2.5 max-[18rem]:grid-cols-1 sm:grid-cols-[11rem_1fr]"
        >
          <time dateTime={at} className="count pt-0.5 text-sm whitespace-nowrap text-muted">
            <span className="max-sm:sr-only">{day(at)} </span>
            {stampTime(at)}
          </time>
          <p className={aside ? 'text-muted' : key === latest?.key ? 'font-semibold' : ''}>
            {text}
            {detail && <span className="block text-sm font-normal break-words text-muted">{detail}</span>}
          </p>
        </li>
      ))}
    </ol>
  );
}
