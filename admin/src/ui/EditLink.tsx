import { Button } from '@mui/material';
import { useCreatePath, useRecordContext, useResourceContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { useMayWrite } from './may-write.js';

/** Shown only to those who may write. */
export function EditLink({ size }: { size?: 'small' | 'medium' }) {
  const resource = useResourceContext();
  const record = useRecordContext();
  const createPath = useCreatePath();
  const mayWrite = useMayWrite();
  if (!mayWrite || !record) return null;
  return (
    <Button
      component={Link}
      to={createPath({ resource, type: 'edit', id: record.id })}
      variant="outlined"
      size={size}
      onClick={(event) => event.stopPropagation()}
    >
      Edit
    </Button>
  );
}
