import { Button } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { useState } from 'react';
import { EditBase, useCreatePath, useNotify, useRecordContext } from 'react-admin';
import { useMayWrite } from '../ui/ActionButton.js';
import { FormDialog } from '../ui/FormDialog.js';
import { RefusedButton } from '../ui/RefusedButton.js';
import { EditConflict } from './EditConflict.js';
import { useEdits } from './edits.js';
import { shortForm } from './product-input.js';
import { ShortFields } from './ShortFields.js';

const shortFields = { formOf: shortForm, inputOf: shortForm };

export function EditProductButton({ size = 'medium' }: { size?: 'small' | 'medium' }) {
  const product = useRecordContext<AdminProduct>();
  const mayWrite = useMayWrite();
  const [open, setOpen] = useState(false);
  if (!product || !mayWrite) return null;
  if (product.refusals.edit) return <RefusedButton label="Edit" refusal={product.refusals.edit} size={size} />;
  return (
    <>
      <Button
        variant="outlined"
        size={size}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        Edit
      </Button>
      {open && <EditDialog product={product} onClose={() => setOpen(false)} />}
    </>
  );
}

function EditDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const createPath = useCreatePath();
  const notify = useNotify();
  const { base, values, conflict, transform, onError, take } = useEdits(product, shortFields);
  const onSuccess = () => {
    notify('The product is saved.', { type: 'success' });
    onClose();
  };
  return (
    <EditBase
      resource="products"
      id={base.id}
      mutationMode="pessimistic"
      redirect={false}
      transform={transform}
      mutationOptions={{ onSuccess, onError }}
    >
      <FormDialog
        title="Edit Product"
        save="Save"
        values={values}
        everyField={createPath({ resource: 'products', type: 'edit', id: base.id })}
        onClose={onClose}
      >
        {conflict && <EditConflict versions={conflict} take={take} />}
        <ShortFields />
      </FormDialog>
    </EditBase>
  );
}
