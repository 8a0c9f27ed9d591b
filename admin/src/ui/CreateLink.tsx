import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useCanAccess, useCreatePath, useResourceContext } from 'react-admin';
import { Link } from 'react-router-dom';

/** react-admin's own button floats over the rows on a phone. */
export function CreateLink({ label }: { label: string }) {
  const resource = useResourceContext() ?? '';
  const { canAccess } = useCanAccess({ resource, action: 'create' });
  const createPath = useCreatePath();
  if (!canAccess) return null;
  return (
    <Button
      component={Link}
      to={createPath({ resource, type: 'create' })}
      variant="contained"
      color="secondary"
      startIcon={<AddIcon />}
    >
      {label}
    </Button>
  );
}
