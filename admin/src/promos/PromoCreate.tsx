import { CreateBase } from 'react-admin';
import { FormPage } from '../ui/FormPage.js';
import { PromoFields } from './PromoFields.js';
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
