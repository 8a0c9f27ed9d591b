import { Box, Button, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { Order } from '../../../backend/src/contract/api-types.js';
import { dataProvider } from '../data-provider.js';
import { mono } from '../tokens.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';

/** What the checkout will send, masked; asked for only when somebody wants it. */
export function AutoCheckoutData({ order }: { order: Order }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => dataProvider.autoCheckoutData(order.orderId),
  });
  const told = data && JSON.stringify(data, null, 2);
  return (
    <Section title="Auto-checkout data">
      <Typography sx={{ color: 'text.secondary', fontSize: '0.875rem', pb: 1 }}>
        Masked: no card number, no security code. It is gone once the order has ended.
      </Typography>
      <Refusal error={error} />
      {told ? (
        <Box component="pre" sx={{ ...mono, m: 0, pb: 1, overflowX: 'auto', fontSize: '0.6875rem', lineHeight: 1.6 }}>
          {told}
        </Box>
      ) : null}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="outlined" disabled={isPending} onClick={() => mutate()}>
          {isPending ? 'Reading…' : told ? 'Read again' : 'Show data'}
        </Button>
        {told && (
          <Button variant="outlined" onClick={() => saveAs(`order-${order.orderId}.json`, told)}>
            Download
          </Button>
        )}
      </Box>
    </Section>
  );
}

function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
