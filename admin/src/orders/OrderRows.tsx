import { Box } from '@mui/material';
import type { AdminOrder } from '@supreme-access/contract/api-types.js';
import { useMayWrite } from '../ui/ActionButton.js';
import { ChosenRows, PageChoice, RowChoice } from '../ui/RowChoice.js';
import { Rows } from '../ui/Rows.js';
import { DownloadOrderButton } from './DownloadOrderButton.js';
import { FullDataButton } from './FullDataButton.js';
import { OrderBulkActions } from './OrderBulkActions.js';
import { OrderRow } from './OrderRow.js';
import { ResendButton } from './ResendButtons.js';

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
  return (
    <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', xl: 'nowrap' }, gap: 0.5, justifyContent: 'flex-end' }}>
      <DownloadOrderButton size="small" />
      <FullDataButton size="small" />
      <ResendButton size="small" />
    </Box>
  );
}
