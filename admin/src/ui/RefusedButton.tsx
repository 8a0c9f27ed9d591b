import { Button, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';

export interface RefusedButtonProps {
  label: string;
  refusal: string;
  icon?: ReactNode;
  size?: 'small' | 'medium';
}

/** What cannot be done now, and why: by pointer, by touch, and by keyboard, which a disabled button would be closed to. */
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
