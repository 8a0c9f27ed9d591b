import type { GuidedDrop, GuidedStatus } from '@supreme-access/contract/shapes/first-minute.js';
import { useId, useState } from 'react';
import { messageOf } from '../src/api/api.js';
import { useByServerTime } from '../src/api/clock.js';
import { Button } from '../src/ui/button.js';
import type { Person } from './entrance.js';

const TROUBLES = [
  ['soldOut', 'Sold out'],
  ['declined', 'Declined'],
  ['lost', 'Lost answers'],
  ['away', 'Retailer away'],
] as const;
type Trouble = (typeof TROUBLES)[number][0];
type Troubles = Readonly<Record<Trouble, number>>;

const MOST = 12;
/** ms from the release to the end of the twenty seconds */
const AFTER = 8_000;

interface StartDropProps {
  operator: Person;
  /** null: not known yet */
  status: GuidedStatus | null;
  drop: GuidedDrop | null;
  onDrop(drop: GuidedDrop): void;
}

export function StartDrop({ operator, status, drop, onDrop }: StartDropProps) {
  const [troubles, setTroubles] = useState<Troubles>({ soldOut: 2, declined: 1, lost: 2, away: 1 });
  const [state, setState] = useState<{ isStarting: boolean; problem: string }>({ isStarting: false, problem: '' });
  const endsAt = drop ? Date.parse(drop.releaseAt) + AFTER : 0;
  const isRunning = useByServerTime((now) => now < endsAt);
  const start = async () => {
    setState({ isStarting: true, problem: '' });
    try {
      onDrop(await operator.api.post<GuidedDrop>('/api/first-minute/drop', troubles));
      setState({ isStarting: false, problem: '' });
    } catch (error) {
      setState({ isStarting: false, problem: messageOf(error) });
    }
  };
  const { isStarting, problem } = state;
  const isWhole = status !== null && status.gathered === status.crowd;
  return (
    <section aria-label="The drop" className="columns items-end gap-y-6">
      <div className="col-span-4 grid gap-2 lg:col-span-4">
        <Button
          variant="volt"
          className="min-h-16 text-xl"
          disabled={!isWhole || isStarting || isRunning}
          onClick={() => void start()}
        >
          {isWhole
            ? isStarting || isRunning
              ? 'The Drop Is Running'
              : 'Start a Drop of 20 Seconds'
            : comingOf(status)}
        </Button>
        <p role="status" className="text-sm text-lost empty:hidden">
          {problem}
        </p>
      </div>
      <fieldset className="col-span-4 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:col-span-8 lg:grid-cols-4">
        <legend className="mb-2 text-sm text-muted">What goes wrong at the retailer, in how many checkouts</legend>
        {TROUBLES.map(([trouble, label]) => (
          <Slider
            key={trouble}
            label={label}
            value={troubles[trouble]}
            onChange={(value) => setTroubles({ ...troubles, [trouble]: value })}
          />
        ))}
      </fieldset>
    </section>
  );
}

function comingOf(status: GuidedStatus | null): string {
  return status ? `${status.gathered} of ${status.crowd} Shoppers Are Here` : 'Shoppers Are Gathering';
}

interface SliderProps {
  label: string;
  value: number;
  onChange(value: number): void;
}

function Slider({ label, value, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="flex justify-between gap-2 font-medium">
        {label}
        <span className="count">{value}</span>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={MOST}
        value={value}
        className="h-8 w-full accent-fg"
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}
