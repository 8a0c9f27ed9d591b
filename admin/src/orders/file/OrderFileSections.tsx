import { Typography } from '@mui/material';
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

/** What waits, and the facts that the story comes to: money, proof, attempts and mails. */
export function OrderProofs({ orderId, refresh }: OrderFileProps) {
  const { data: file } = useOrderFile(orderId, refresh);
  if (!file) return null;
  return (
    <>
      <Section title="Scheduled jobs">
        <OrderDue due={file.due} />
      </Section>
      <Section title="Money">
        <OrderMoney money={file.money} />
      </Section>
      <Section title="Evidence">
        <Evidence evidence={file.evidence} />
      </Section>
      <Section title="Attempts at the retailer">
        <OrderAttempts attempts={file.attempts} />
      </Section>
      <Section title="Emails">
        <OrderMails mails={file.mails} />
      </Section>
    </>
  );
}

export function OrderTold({ orderId, refresh }: OrderFileProps) {
  const { data: file, error } = useOrderFile(orderId, refresh);
  return (
    <Section title="Story" aside={file && 'Newest first'} sx={{ minWidth: 0 }}>
      <Refusal error={error} />
      {file ? <OrderStory story={file.story} /> : error ? null : <Typography role="status">Loading…</Typography>}
    </Section>
  );
}
