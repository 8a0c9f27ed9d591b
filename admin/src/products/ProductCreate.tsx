import { CreateBase } from 'react-admin';
import { FormPage } from '../ui/FormPage.js';
import { ProductFields } from './ProductFields.js';
import { newProduct, toProductInput } from './product-input.js';

const values = newProduct(Intl.DateTimeFormat().resolvedOptions().timeZone);

export function ProductCreate() {
  return (
    <CreateBase redirect="show" transform={(form: object) => toProductInput(form)}>
      <FormPage title="Create Product" save="Create Product" values={values}>
        <ProductFields />
      </FormPage>
    </CreateBase>
  );
}
