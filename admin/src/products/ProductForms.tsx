import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { useMemo } from 'react';
import { CreateBase, EditBase, useEditContext } from 'react-admin';
import { FormPage } from '../ui/FormPage.js';
import { Refusal, stay } from '../ui/Refusal.js';
import { ProductFields } from './ProductFields.js';
import { newProduct, toForm, toProductInput } from './product-input.js';

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

export function ProductEdit() {
  return (
    <EditBase
      mutationMode="pessimistic"
      redirect="show"
      queryOptions={{ onError: stay }}
      transform={(form: object, options?: { previousData?: AdminProduct }) =>
        toProductInput(form, options?.previousData)
      }
    >
      <ProductEditForm />
    </EditBase>
  );
}

function ProductEditForm() {
  const { record: product, error } = useEditContext<AdminProduct>();
  const values = useMemo(() => product && toForm(product), [product]);
  if (!values) return <Refusal error={error} />;
  return (
    <FormPage title={`Edit ${values.productTitle}`} save="Save" values={values}>
      <ProductFields />
    </FormPage>
  );
}
