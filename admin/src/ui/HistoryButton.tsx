import { Button } from '@mui/material';
import { Link } from 'react-router-dom';

export interface HistoryButtonProps {
  kind: 'orders' | 'products' | 'accounts' | 'promos';
  id: string;
}

export function HistoryButton({ kind, id }: HistoryButtonProps) {
  return (
    <Button component={Link} to={`/time-travel/${kind}/${encodeURIComponent(id)}`} variant="outlined">
      History
    </Button>
  );
}
