import { Box, ButtonBase } from '@mui/material';
import type { ReactNode } from 'react';

export function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{ display: 'flex', gap: 0.5, overflowX: 'auto', py: 0.5, scrollbarWidth: 'none' }}
    >
      {children}
    </Box>
  );
}

export interface ChoiceProps {
  chosen: boolean;
  onClick: () => void;
  children: ReactNode;
}

export function Choice({ chosen, onClick, children }: ChoiceProps) {
  const style = chosen
    ? { bgcolor: 'text.primary', color: 'background.default' }
    : { '&:hover': { bgcolor: 'action.hover' } };
  return (
    <ButtonBase
      aria-pressed={chosen}
      onClick={onClick}
      sx={{
        display: 'flex',
        flexShrink: 0,
        gap: 0.75,
        border: 1,
        borderColor: chosen ? 'text.primary' : 'divider',
        borderRadius: '2px',
        px: 1.25,
        minHeight: 32,
        fontSize: '0.8125rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        ...style,
      }}
    >
      {children}
    </ButtonBase>
  );
}
