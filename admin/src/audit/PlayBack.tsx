import { Box, Button, Typography } from '@mui/material';
import { Form, FormDataConsumer, SelectInput } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { RecordInput } from './EventFilters.js';

interface Chosen {
  kind?: 'orders' | 'products';
  order?: string | null;
  product?: string | null;
}

const KINDS = [
  { id: 'orders', name: 'Order' },
  { id: 'products', name: 'Product' },
];

/** Opens the history of an order or a product, to play it one event a step. */
export function PlayBack() {
  const navigate = useNavigate();
  const open = ({ kind, order, product }: Chosen) => {
    const id = kind === 'products' ? product : order;
    if (id) void navigate(`/time-travel/${kind ?? 'orders'}/${encodeURIComponent(id)}?revision=0`);
  };
  return (
    <Form defaultValues={{ kind: 'orders' }} onSubmit={(values: Chosen) => open(values)}>
      <Typography variant="body2" sx={{ color: 'text.secondary', pb: 1.5 }}>
        See what its shopper saw at each second, one event a step.
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, '& .MuiFormControl-root': { width: '100%', mt: 0 } }}>
        <SelectInput source="kind" label="Of" choices={KINDS} helperText={false} />
        <FormDataConsumer<Chosen>>
          {({ formData }) =>
            formData.kind === 'products' ? (
              <RecordInput source="product" kind="product" label="Which product" />
            ) : (
              <RecordInput source="order" kind="order" label="Which order" />
            )
          }
        </FormDataConsumer>
        <Button type="submit" variant="outlined" sx={{ justifySelf: 'start' }}>
          Open
        </Button>
      </Box>
    </Form>
  );
}
