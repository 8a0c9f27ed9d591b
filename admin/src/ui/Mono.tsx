import { Box, type BoxProps } from '@mui/material';
import { mono } from './tokens.js';

/** Text that counts: ids, amounts, times, slots. */
export function Mono({ sx, ...rest }: BoxProps<'span'>) {
  return <Box component="span" sx={[{ ...mono }, ...(Array.isArray(sx) ? sx : [sx])]} {...rest} />;
}
