import { ORDER_STATUSES, type OrderStatus, statusLabel } from '@supreme-access/contract/statuses.js';
import { useListContext } from 'react-admin';
import { Choice, Choices } from '../ui/Choice.js';
import { StatusGlyph } from '../ui/StatusMark.js';

/** 'fail' and 'refunded' share a label, so here one says what sets it apart. */
function choiceLabel(status: OrderStatus): string {
  return status === 'fail' ? `${statusLabel(status)}, not charged` : statusLabel(status);
}

export function StatusFilter() {
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const { status: chosen, ...others } = filterValues;
  const choose = (status?: OrderStatus) => setFilters(status ? { ...others, status } : others, displayedFilters);
  return (
    <Choices label="Status">
      <Choice chosen={!chosen} onClick={() => choose()}>
        All
      </Choice>
      {ORDER_STATUSES.map((status) => (
        <Choice key={status} chosen={chosen === status} onClick={() => choose(chosen === status ? undefined : status)}>
          <StatusGlyph status={status} />
          {choiceLabel(status)}
        </Choice>
      ))}
    </Choices>
  );
}
