import { counted } from '@supreme-access/contract/labels.js';

export const CELLS_MAX = 60;

interface SlotMeterProps {
  reserved: number;
  total: number;
  bare?: boolean;
  past?: boolean;
}

export function SlotMeter({ reserved, total, bare, past }: SlotMeterProps) {
  const taken = Math.min(Math.max(reserved, 0), total);
  const words = past ? slotsReserved(taken, total) : slotsLeft(taken, total);
  return (
    <div data-past={past ? 'yes' : undefined} className="slot-meter">
      <meter className="sr-only" aria-label="Slots reserved" min={0} max={total} value={taken}>
        {words}
      </meter>
      <div
        aria-hidden="true"
        className={`flex h-3.5 ${bare ? 'gap-px border-y border-fg' : 'gap-0.5 max-[18rem]:gap-0'}`}
      >
        {total <= CELLS_MAX ? (
          <Cells taken={taken} total={total} bare={bare} />
        ) : (
          <Bar taken={taken} total={total} bare={bare} />
        )}
      </div>
      {!bare && <p className="count mt-2 text-sm">{words}</p>}
    </div>
  );
}

const slots = (count: number) => counted(count, 'slot', 'slots');

export function slotsReserved(reserved: number, total: number): string {
  const taken = Math.min(Math.max(reserved, 0), total);
  return total === 0 ? 'No slots' : `${taken} of ${slots(total)} ${total === 1 ? 'was' : 'were'} reserved`;
}

export function slotsLeft(reserved: number, total: number): string {
  const taken = Math.min(Math.max(reserved, 0), total);
  if (total === 0) return 'No slots';
  if (taken < total) return `${total - taken} of ${slots(total)} left`;
  return total === 1 ? 'The only slot is reserved' : `All ${total} slots reserved`;
}

interface SlotsProps {
  taken: number;
  total: number;
  bare?: boolean;
}

function Cells({ taken, total, bare }: SlotsProps) {
  const shape = bare ? '' : 'max-w-5 border border-fg';
  return Array.from({ length: total }, (_, slot) => slot + 1).map((slot) => (
    <span
      key={slot}
      data-slot={slot <= taken ? 'taken' : 'free'}
      className={`min-w-0 flex-1 transition-colors ${shape} ${slot <= taken ? 'bg-(--slot-taken)' : 'bg-(--slot-free)'}`}
    />
  ));
}

function Bar({ taken, total, bare }: SlotsProps) {
  return (
    <span data-slot="bar" className={`relative flex-1 bg-(--slot-free) ${bare ? '' : 'border border-fg'}`}>
      <span
        className="absolute inset-y-0 left-0 bg-(--slot-taken) motion-safe:transition-[width]"
        style={{ width: `${total === 0 ? 0 : (taken / total) * 100}%` }}
      />
    </span>
  );
}
