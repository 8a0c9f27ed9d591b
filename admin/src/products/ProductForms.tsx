import { viewerZone } from '@supreme-access/contract/clocks.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { CreateBase, EditBase, useEditContext } from 'react-admin';
import { FormPage } from '../ui/FormPage.js';
import { Unread } from '../ui/Reading.js';
import { stay } from '../ui/Refusal.js';
import { EditConflict } from './EditConflict.js';
import { useEdits } from './edits.js';
import { MoveWarning } from './MoveWarning.js';
import { ProductFields } from './ProductFields.js';
import { newProduct, toForm, toProductInput } from './product-input.js';

const values = newProduct(viewerZone());
const everyField = { formOf: toForm, inputOf: toProductInput };

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
    <EditBase mutationMode="pessimistic" queryOptions={{ onError: stay }}>
      <OpenedProduct />
    </EditBase>
  );
}

function OpenedProduct() {
  const { record: product, error, refetch } = useEditContext<AdminProduct>();
  if (!product) return <Unread error={error} onAgain={() => void refetch()} />;
  return <ProductEditForm product={product} />;
}

function ProductEditForm({ product }: { product: AdminProduct }) {
  const { base, values, conflict, transform, onError, take } = useEdits(product, everyField);
  return (
    <EditBase
      id={product.id}
      mutationMode="pessimistic"
      redirect="show"
      transform={transform}
      mutationOptions={{ onError }}
    >
      <FormPage title={`Edit ${product.productTitle}`} save="Save" values={values} complete={conflict !== null}>
        {conflict && <EditConflict versions={conflict} take={take} />}
        <ProductFields saved={base} />
        <MoveWarning product={base} />
      </FormPage>
    </EditBase>
  );
}
