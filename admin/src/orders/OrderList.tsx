import { Box } from '@mui/material';
import { money, sizeLabel, slotLabel } from '@supreme-access/contract/labels.js';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { DataTable, ExportButton, type Exporter, useListContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { useMayWrite } from '../ui/ActionButton.js';
import { CreateLink } from '../ui/CreateLink.js';
import { saveCsv } from '../ui/export.js';
import { GuardedBody } from '../ui/GuardedBody.js';
import { ListPage } from '../ui/ListPage.js';
import { Mono, Time } from '../ui/Mono.js';
import { NamedCheckboxes } from '../ui/NamedCheckboxes.js';
import { ShowLink } from '../ui/ShowLink.js';
import { StatusMark } from '../ui/StatusMark.js';
import { Last24Button } from './Last24Button.js';
import { OrderBadges } from './OrderBadges.js';
import { OrderBulkActions } from './OrderBulkActions.js';
import { OrderRowActions, OrderRows } from './OrderRows.js';
import { ORDER_FILTERS } from './order-filters.js';
import { ResendAllButton } from './ResendButtons.js';
import { TestCheckoutButton, TestOrderButton } from './TestOrderButtons.js';

export function OrderList() {
  return (
    <ListPage
      title="Orders"
      sort={{ field: 'orderDate', order: 'DESC' }}
      filters={ORDER_FILTERS}
      actions={
        <>
          <Last24Button />
          <TestCheckoutButton />
          <TestOrderButton />
          <ResendAllButton />
          <CreateLink label="Create order" />
        </>
      }
      exportButton={<ExportVisibleButton />}
      badges={<OrderBadges />}
      table={
        <NamedCheckboxes>
          <OrderTable />
        </NamedCheckboxes>
      }
      rows={<OrderRows />}
    />
  );
}

const Column = DataTable.Col<AdminOrder>;

function OrderTable() {
  const mayWrite = useMayWrite();
  return (
    <DataTable<AdminOrder> body={GuardedBody} bulkActionButtons={mayWrite && <OrderBulkActions />} rowClick="show">
      <Column label="Slot" source="slotNumber" render={(order) => <Slot order={order} />} />
      {/* Personal fields have no index: a sort would decrypt every order. */}
      <Column label="Email" source="email" disableSort />
      <Column
        label="Product"
        source="productTitle"
        render={({ productTitle }) => <ShowLink>{productTitle}</ShowLink>}
      />
      <Column label="Size" source="size" disableSort render={({ size }) => sizeLabel(size)} />
      <Column label="Price" source="price" align="right" render={(order) => <Price order={order} />} />
      <Column label="Status" source="status" render={(order) => <Status order={order} />} />
      <Column label="Ordered" source="orderDate" render={({ orderDate }) => <Time iso={orderDate} />} />
      <Column label="Actions" disableSort align="right">
        <OrderRowActions />
      </Column>
    </DataTable>
  );
}

function Price({ order: { price, refunded, currency } }: { order: AdminOrder }) {
  return (
    <Mono sx={{ whiteSpace: 'nowrap' }}>
      {money(price, currency)}
      {refunded > 0 && <Box sx={{ color: 'text.secondary' }}>{money(refunded, currency)} refunded</Box>}
    </Mono>
  );
}

function Slot({ order }: { order: AdminOrder }) {
  return (
    <Mono sx={{ whiteSpace: 'nowrap' }}>
      {order.slotNumber === null ? 'Test' : slotLabel(order.slotNumber, order.totalStock)}
    </Mono>
  );
}

function Status({ order: { status, archived } }: { order: AdminOrder }) {
  return (
    <>
      <StatusMark status={status} />
      {archived && <Box sx={{ color: 'text.secondary' }}>Archived</Box>}
    </>
  );
}

function ExportVisibleButton() {
  const { filterValues } = useListContext();
  const exporter: Exporter = async () => saveCsv('orders', await dataProvider.exportOrders(filterValues));
  // The exporter reads the list itself, so react-admin's own request stays minimal.
  return <ExportButton label="Export Visible" aria-label="Export Visible" exporter={exporter} maxResults={1} />;
}
