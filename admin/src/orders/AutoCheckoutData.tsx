import { Box, Button, Typography } from '@mui/material';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { useMutation } from '@tanstack/react-query';
import { dataProvider } from '../data-provider.js';
import { useMayWrite } from '../ui/ActionButton.js';
import { saveJson } from '../ui/export.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { mono } from '../ui/tokens.js';
import { FullDataButton } from './FullDataButton.js';

export function AutoCheckoutData({ order }: { order: AdminOrder }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => dataProvider.autoCheckoutData(order.orderId),
  });
  const mayWrite = useMayWrite();
  if (!mayWrite) return null;
  const text = data && JSON.stringify(data, null, 2);
  return (
    <Section title="Auto-checkout data">
      <Typography sx={{ color: 'text.secondary', fontSize: '0.875rem', pb: 1 }}>
        {order.refusals.aco?.error ?? 'Without card number and security code. Deleted when the order ends.'}
      </Typography>
      <Refusal error={error} />
      {text ? (
        <Box component="pre" sx={{ ...mono, m: 0, pb: 1, overflowX: 'auto', fontSize: '0.6875rem', lineHeight: 1.6 }}>
          {text}
        </Box>
      ) : null}
      {order.refusals.aco === undefined && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" disabled={isPending} onClick={() => mutate()}>
            {isPending ? 'Loading…' : text ? 'Reload' : 'Show masked data'}
          </Button>
          {data && (
            <Button variant="outlined" onClick={() => saveJson(`masked-checkout-${order.orderId}.json`, data)}>
              Download
            </Button>
          )}
          <FullDataButton />
        </Box>
      )}
    </Section>
  );
}
