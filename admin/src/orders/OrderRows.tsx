import { Box } from '@mui/material';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { useRecordContext } from 'react-admin';
import { useMayWrite } from '../ui/ActionButton.js';
import { ChosenRows, PageChoice, RowChoice } from '../ui/RowChoice.js';
import { RowMenu } from '../ui/RowMenu.js';
import { Rows } from '../ui/Rows.js';
import { ArchiveButton } from './ArchiveButton.js';
import { CheckOutButton } from './CheckOutButton.js';
import { DownloadOrderButton } from './DownloadOrderButton.js';
import { EvidenceButton } from './EvidenceButton.js';
import { FullDataButton } from './FullDataButton.js';
import { OrderBulkActions } from './OrderBulkActions.js';
import { OrderRow } from './OrderRow.js';
import { RefundButton } from './RefundButton.js';
import { ResendButton } from './ResendButtons.js';
import { WithdrawButton } from './WithdrawButton.js';

export function OrderRows() {
  const mayWrite = useMayWrite();
  return (
    <>
      {mayWrite && <PageChoice />}
      <Rows<AdminOrder>
        row={(order) => (
          <>
            <OrderRow order={order} />
            <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', pb: 1 }}>
              {mayWrite && <RowChoice id={order.id} label={`Choose the order of ${order.email || order.id}`} />}
              <OrderRowActions />
            </Box>
          </>
        )}
      />
      {mayWrite && (
        <ChosenRows>
          <OrderBulkActions />
        </ChosenRows>
      )}
    </>
  );
}

export function OrderRowActions() {
  const order = useRecordContext<AdminOrder>();
  if (!order) return null;
  return (
    <RowMenu label={`Actions on the order of ${order.email || order.id}`}>
      <ResendButton />
      <RefundButton />
      <CheckOutButton />
      <EvidenceButton />
      <DownloadOrderButton />
      <FullDataButton />
      <WithdrawButton />
      <ArchiveButton />
    </RowMenu>
  );
}
