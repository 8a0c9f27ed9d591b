import { Box, FormHelperText, TextField, Typography } from '@mui/material';
import { sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import { type Size, sizesOf } from '@supreme-access/contract/limits.js';
import type { AdminProduct, RetailerItem } from '@supreme-access/contract/shapes/products.js';
import { useController, useWatch } from 'react-hook-form';
import { mono } from '../ui/tokens.js';
import { FillItemsButton } from './FillItemsButton.js';
import { stylesIn } from './product-input.js';

/** One field per size and style, for retailers that sell these as items of their own. */
export function ItemsInput({ saved }: { saved: AdminProduct | undefined }) {
  const { field, fieldState } = useController<{ retailerItems: RetailerItem[] }, 'retailerItems'>({
    name: 'retailerItems',
    defaultValue: [],
  });
  const styles = stylesIn(useWatch({ name: 'styles' }));
  const sizes = sizesOf({ sizeType: useWatch({ name: 'oneSize' }) ? 'OS' : '' });
  const set = (size: Size, style: string, itemId: string) =>
    field.onChange([
      ...field.value.filter((item) => item.size !== size || item.style !== style),
      ...(itemId.trim() === '' ? [] : [{ size, style, itemId: itemId.trim() }]),
    ]);
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 2 }}>
      <Typography component="legend" sx={{ fontWeight: 600, pb: 0.5 }}>
        Items at the retailer
      </Typography>
      <Typography sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        The retailer's id of each size and style. A retailer that is paid with tokens sells only what has one here.
      </Typography>
      <FillItemsButton saved={saved} items={field.value} onFill={field.onChange} />
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
      {styles.map((style) => (
        <Box key={style} role="group" aria-label={styleLabel(style)}>
          <Typography sx={{ fontSize: '0.875rem', pb: 0.5 }}>{styleLabel(style)}</Typography>
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))' }}>
            {sizes.map((size) => (
              <TextField
                key={size}
                size="small"
                label={sizeLabel(size)}
                value={field.value.find((item) => item.size === size && item.style === style)?.itemId ?? ''}
                onChange={(event) => set(size, style, event.target.value)}
                slotProps={{ htmlInput: { sx: { ...mono, fontSize: '0.8125rem' }, autoComplete: 'off' } }}
              />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
