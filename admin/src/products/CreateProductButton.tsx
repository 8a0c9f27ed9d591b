import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useMemo, useState } from 'react';
import { CreateBase, useCreatePath, useNotify, useRefresh } from 'react-admin';
import { useMayWrite } from '../ui/ActionButton.js';
import { FormDialog } from '../ui/FormDialog.js';
import { PictureInput } from './PictureInput.js';
import { newProduct, toProductInput } from './product-input.js';
import { ShortFields } from './ShortFields.js';

export function CreateProductButton() {
  const mayWrite = useMayWrite();
  const [open, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button variant="contained" color="secondary" startIcon={<AddIcon />} onClick={() => setOpen(true)}>
        Create Product
      </Button>
      {open && <CreateDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const createPath = useCreatePath();
  const notify = useNotify();
  const refresh = useRefresh();
  const values = useMemo(() => newProduct(''), []);
  const onSuccess = () => {
    notify('The product is listed.', { type: 'success' });
    refresh();
    onClose();
  };
  return (
    <CreateBase
      resource="products"
      redirect={false}
      transform={(form: object) => toProductInput(form)}
      mutationOptions={{ onSuccess }}
    >
      <FormDialog
        title="Create Product"
        save="Create Product"
        values={values}
        everyField={createPath({ resource: 'products', type: 'create' })}
        onClose={onClose}
      >
        <ShortFields />
        <PictureInput />
      </FormDialog>
    </CreateBase>
  );
}
