import { Button, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';

export interface RefusedButtonProps {
  label: string;
  refusal: string;
  icon?: ReactNode;
  size?: 'small' | 'medium';
}

/** A button that cannot be used now and says why. It is not disabled, because a disabled one cannot have the focus. */
export function RefusedButton({ label, refusal, icon, size = 'medium' }: RefusedButtonProps) {
  return (
    <Tooltip title={refusal} describeChild enterTouchDelay={0}>
      <Button
        variant="outlined"
        size={size}
        startIcon={icon}
        aria-disabled
        onClick={(event) => event.stopPropagation()}
        sx={{ '&&': { color: 'text.secondary', borderColor: 'divider', borderStyle: 'dashed', cursor: 'not-allowed' } }}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
