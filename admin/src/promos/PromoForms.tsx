import { Box } from '@mui/material';
import type { AdminPromo } from '@supreme-access/contract/shapes/products.js';
import { useState } from 'react';
import {
  CreateBase,
  DateTimeInput,
  EditBase,
  maxValue,
  minValue,
  required,
  TextInput,
  useEditContext,
} from 'react-admin';
import { FormPage } from '../ui/FormPage.js';
import { DecimalInput, WholeInput } from '../ui/NumberInputs.js';
import { Unread } from '../ui/Reading.js';
import { stay } from '../ui/Refusal.js';
import { mono } from '../ui/tokens.js';
import { toPromoInput } from './promo.js';

const values = {};

export function PromoCreate() {
  return (
    <CreateBase redirect="list" transform={toPromoInput}>
      <FormPage title="Create promo code" save="Create promo code" values={values}>
        <PromoFields />
      </FormPage>
    </CreateBase>
  );
}

export function PromoEdit() {
  return (
    <EditBase mutationMode="pessimistic" redirect="list" queryOptions={{ onError: stay }} transform={toPromoInput}>
      <PromoForm />
    </EditBase>
  );
}

function PromoForm() {
  const { record: promo, error, refetch } = useEditContext<AdminPromo>();
  if (!promo) return <Unread error={error} onAgain={() => void refetch()} />;
  return <OpenedPromo key={promo.id} listed={promo} />;
}

/** Hazard: a changed record would reset the form, and what is typed with it. */
function OpenedPromo({ listed }: { listed: AdminPromo }) {
  const [promo] = useState(listed);
  return (
    <FormPage title={`Edit ${promo.promoCode}`} save="Save" values={promo}>
      <PromoFields codeFixed />
    </FormPage>
  );
}

function PromoFields({ codeFixed = false }: { codeFixed?: boolean }) {
  return (
    <Box sx={{ width: '100%', display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
      <TextInput
        source="promoCode"
        label="Promo code"
        validate={required()}
        readOnly={codeFixed}
        helperText={codeFixed ? 'A code cannot be renamed.' : false}
        sx={{ '& input': { ...mono, fontSize: '1rem' } }}
      />
      <DecimalInput
        source="percent"
        label="Percent off"
        validate={[required(), minValue(0), maxValue(100)]}
        helperText={false}
      />
      <DateTimeInput source="startsAt" label="Starts" helperText="In your time zone. Leave empty to start now." />
      <DateTimeInput source="endsAt" label="Ends" helperText="In your time zone. Leave empty for no end." />
      <WholeInput source="limit" label="Limit" helperText="Total uses. Leave empty for no limit." />
      <WholeInput source="limitPerAccount" label="Limit per account" helperText="Leave empty for no limit." />
    </Box>
  );
}
