import { useServerSecond } from '../api/clock.js';
import { dropTime, viewerTime } from './times.js';

export interface Remaining {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

export function remaining(ms: number): Remaining {
  const total = Math.max(0, Math.ceil(ms / 1_000));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3_600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}

/** The two largest units that are not zero, as `2 days 3 hours`. */
export function inWords(left: Remaining): string {
  const units = (['days', 'hours', 'minutes', 'seconds'] as const).filter((unit) => left[unit] > 0).slice(0, 2);
  const words = units.map((unit) => `${left[unit]} ${left[unit] === 1 ? unit.slice(0, -1) : unit}`);
  return words.join(' ') || 'now';
}

/** For screen readers: seconds would be announced one by one. */
export function departure(ms: number): string {
  if (ms <= 0) return 'Departs now';
  const words = inWords({ ...remaining(ms), seconds: 0 });
  return `Departs in ${words === 'now' ? 'less than a minute' : words}`;
}

const UNITS = [
  ['days', 'Days'],
  ['hours', 'Hrs'],
  ['minutes', 'Min'],
  ['seconds', 'Sec'],
] as const;

export function Countdown({ to }: { to: string }) {
  const ms = Date.parse(to) - useServerSecond();
  const left = remaining(ms);
  return (
    <div role="timer" aria-label={departure(ms)} className="flaps-room">
      <div aria-hidden="true" className="flaps">
        {UNITS.map(([unit, label]) => (
          <div key={unit} className="grid gap-1.5">
            <div className="flex gap-[min(3px,0.06em)]">
              <Digits value={left[unit]} />
            </div>
            <span className="text-[min(0.75rem,8cqi)] font-normal text-muted">{label}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function Digits({ value }: { value: number }) {
  const digits = [...String(value).padStart(2, '0')].map((digit, at, all) => ({ digit, place: all.length - at }));
  return digits.map(({ digit, place }) => (
    <span key={place} className="flap">
      <span key={digit} className="flap-digit">
        {digit}
      </span>
    </span>
  ));
}

export function ReleaseTimes({ at, zone }: { at: string; zone: string | null }) {
  const there = dropTime(at, zone);
  return (
    <p className="count text-sm">
      <time dateTime={at}>{viewerTime(at)}</time>
      {there && (
        <span className="block text-muted">
          <span className="sr-only">The drop's time: </span>
          {there}
        </span>
      )}
    </p>
  );
}
