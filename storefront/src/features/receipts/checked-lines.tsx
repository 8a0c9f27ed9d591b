import type { Line } from './check-proof.js';

export function CheckedLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="border-t border-fg">
      {lines.map(({ outcome, text }) => (
        <li key={text} className="grid grid-cols-[5.5rem_1fr] gap-3 border-b border-rule py-3">
          <strong className={outcome === 'Invalid' ? 'text-lost' : outcome === 'Pending' ? 'text-wait' : ''}>
            {outcome}
          </strong>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
