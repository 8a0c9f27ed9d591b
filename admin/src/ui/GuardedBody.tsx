import {
  DataTableBody,
  type DataTableBodyProps,
  DataTableRow,
  type DataTableRowProps,
  useRecordContext,
} from 'react-admin';
import { RowBoundary } from './RowBoundary.js';

/** A row that fails to render fails alone. */
export function GuardedBody(props: DataTableBodyProps) {
  return <DataTableBody {...props} row={GuardedRow} />;
}

function GuardedRow(props: DataTableRowProps) {
  const record = useRecordContext();
  return (
    <RowBoundary as="tr" what={`row ${record?.id ?? ''}`}>
      <DataTableRow {...props} />
    </RowBoundary>
  );
}
