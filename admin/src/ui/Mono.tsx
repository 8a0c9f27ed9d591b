import { Box, type BoxProps } from '@mui/material';
import { instant } from './format.js';
import { mono } from './tokens.js';

export function Mono({ sx, ...rest }: BoxProps<'span'>) {
  return <Box component="span" sx={[{ ...mono }, ...(Array.isArray(sx) ? sx : [sx])]} {...rest} />;
}

export function Time({ iso }: { iso: string }) {
  return <Mono sx={{ whiteSpace: 'nowrap' }}>{instant(iso)}</Mono>;
}
