import { Box, Typography } from '@mui/material';
import { Refusal } from '../../ui/Refusal.js';
import { Section } from '../../ui/Section.js';
import { OrderStory } from '../OrderStory.js';
import { Evidence, OrderAttempts } from './OrderAttempts.js';
import { OrderDue } from './OrderDue.js';
import { OrderMails } from './OrderMails.js';
import { OrderMoney } from './OrderMoney.js';
import { useOrderFile } from './order-file.js';

export interface OrderFileProps {
  orderId: string;
  /** ms */
  refresh: number;
}

/** Money and proof; they stand beside what the order is. */
export function OrderProofs({ orderId, refresh }: OrderFileProps) {
  const { data: file } = useOrderFile(orderId, refresh);
  if (!file) return null;
  return (
    <>
      <Section title="Money">
        <OrderMoney money={file.money} />
      </Section>
      <Section title="Evidence">
        <Evidence evidence={file.evidence} />
      </Section>
    </>
  );
}

/** What waits, what was tried and said, and the story of it all. */
export function OrderHistory({ orderId, refresh }: OrderFileProps) {
  const { data: file, error } = useOrderFile(orderId, refresh);
  return (
    <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
      <Refusal error={error} />
      {file && (
        <>
          <Section title="Waiting work">
            <OrderDue due={file.due} />
          </Section>
          <Section title="Attempts at the retailer">
            <OrderAttempts attempts={file.attempts} />
          </Section>
          <Section title="Mails">
            <OrderMails mails={file.mails} />
          </Section>
        </>
      )}
      <Section title="Story">
        {file ? <OrderStory story={file.story} /> : error ? null : <Typography role="status">Reading…</Typography>}
      </Section>
    </Box>
  );
}
