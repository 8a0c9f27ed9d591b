import { Box, type BoxProps } from '@mui/material';
import { instant } from './format.js';
import { mono } from './tokens.js';

/** Text that counts: ids, amounts, times, slots. */
export function Mono({ sx, ...rest }: BoxProps<'span'>) {
  return <Box component="span" sx={[{ ...mono }, ...(Array.isArray(sx) ? sx : [sx])]} {...rest} />;
}

/** An instant on the viewer's clock, on one line. */
export function Time({ iso }: { iso: string }) {
  return <Mono sx={{ whiteSpace: 'nowrap' }}>{instant(iso)}</Mono>;
}
