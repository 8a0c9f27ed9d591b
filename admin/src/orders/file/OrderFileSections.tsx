import { Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { dataProvider } from '../../data-provider.js';
import { Refusal } from '../../ui/Refusal.js';
import { Section } from '../../ui/Section.js';
import { OrderStory } from '../OrderStory.js';
import { Evidence, OrderAttempts } from './OrderAttempts.js';
import { OrderJobs } from './OrderJobs.js';
import { OrderMails } from './OrderMails.js';
import { OrderMoney } from './OrderMoney.js';

export interface OrderFileProps {
  orderId: string;
  /** The interval, ms. */
  refresh: number;
}

export function OrderFileFacts({ orderId, refresh }: OrderFileProps) {
  const { data: file } = useOrderFile(orderId, refresh);
  if (!file) return null;
  return (
    <>
      <Section title="Scheduled jobs">
        <OrderJobs due={file.due} />
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

export function OrderStorySection({ orderId, refresh }: OrderFileProps) {
  const { data: file, error } = useOrderFile(orderId, refresh);
  return (
    <Section title="Story" aside={file && 'Newest first'} sx={{ minWidth: 0 }}>
      <Refusal error={error} />
      {file ? <OrderStory story={file.story} /> : error ? null : <Typography role="status">Loading…</Typography>}
    </Section>
  );
}

function useOrderFile(orderId: string, refresh: number) {
  return useQuery({
    queryKey: ['orders', 'file', orderId],
    queryFn: ({ signal }) => dataProvider.orderFile(orderId, signal),
    refetchInterval: refresh,
  });
}
