import type { AdminPromo } from '@supreme-access/contract/api-types.js';
import { EditBase, useEditContext } from 'react-admin';
import { FormPage } from '../ui/FormPage.js';
import { Refusal, stay } from '../ui/Refusal.js';
import { PromoFields } from './PromoFields.js';
import { toPromoInput } from './promo.js';

export function PromoEdit() {
  return (
    <EditBase mutationMode="pessimistic" redirect="list" queryOptions={{ onError: stay }} transform={toPromoInput}>
      <PromoForm />
    </EditBase>
  );
}

function PromoForm() {
  const { record: promo, error } = useEditContext<AdminPromo>();
  if (!promo) return <Refusal error={error} />;
  return (
    <FormPage title={`Edit ${promo.promoCode}`} save="Save" values={promo}>
      <PromoFields codeFixed />
    </FormPage>
  );
}
