import { Box, Typography } from '@mui/material';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CanAccess, Form, SaveButton, useLogoutIfAccessDenied, useNotify, useRedirect } from 'react-admin';
import { dataProvider } from '../../data-provider.js';
import { AccessDenied } from '../../ui/Notice.js';
import { PageHead } from '../../ui/PageHead.js';
import { Refusal } from '../../ui/Refusal.js';
import { Unsaved } from '../../ui/Unsaved.js';
import { fieldRefusal, makingOrders } from './making-orders.js';
import { CardInputs, PersonInputs, ProductInputs } from './OrderInputs.js';
import { EMPTY_ORDER, type OrderField, type OrderFormValues, orderErrors } from './order-form.js';

export function OrderCreate() {
  return (
    <CanAccess action="create" resource="orders" accessDenied={<AccessDenied />}>
      <OrderCreatePage />
    </CanAccess>
  );
}

function OrderCreatePage() {
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => dataProvider.pageSettings(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageHead title="Create an order for someone" />
      <Typography sx={{ pb: 2 }}>
        The order takes a slot of the drop. The checkout data is encrypted in this browser. {TEXTS.promise}
      </Typography>
      <Refusal error={settings.error} />
      {settings.isPending && <Typography role="status">Loading…</Typography>}
      {settings.data && <OrderForm asksToken={settings.data.stripePublishableKey !== null} />}
    </Box>
  );
}

const CHOSEN: readonly OrderField[] = ['productId', 'size', 'style', 'price', 'listPrice', 'productTitle'];

function OrderForm({ asksToken }: { asksToken: boolean }) {
  const [make] = useState(() => makingOrders(dataProvider));
  const [error, setError] = useState<unknown>(null);
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const notify = useNotify();
  const redirect = useRedirect();
  const submit = async (values: OrderFormValues) => {
    setError(null);
    try {
      const { orderId } = await make(values);
      notify('The order was created.', { type: 'success' });
      redirect('show', 'orders', orderId);
    } catch (trouble) {
      const errors = fieldRefusal(trouble);
      if (errors) return errors;
      if (!(await logoutIfAccessDenied(trouble))) setError(trouble);
    }
    return undefined;
  };
  return (
    // Each field reports its own error, instead of the browser or a notification.
    <Form
      record={EMPTY_ORDER}
      noValidate
      disableInvalidFormNotification
      validate={(values: Partial<OrderFormValues>) => orderErrors(values, asksToken, Date.now())}
      onSubmit={(values: object) => submit(values as OrderFormValues)}
    >
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Unsaved form="order" except={CHOSEN} />
        <ProductInputs />
        <PersonInputs />
        <CardInputs asksToken={asksToken} />
        <Refusal error={error} />
        <Box>
          <SaveButton label="Create order" color="secondary" icon={null} alwaysEnable />
        </Box>
      </Box>
    </Form>
  );
}
