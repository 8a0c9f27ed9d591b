import { Box, Button } from '@mui/material';
import type { AdminProduct, ProductItems, RetailerItem } from '@supreme-access/contract/shapes/products.js';
import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useLogoutIfAccessDenied } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { dataProvider } from '../data-provider.js';
import { reasonOf } from '../ui/Refusal.js';

interface FillItemsProps {
  /** none for a new product */
  saved: AdminProduct | undefined;
  items: readonly RetailerItem[];
  onFill: (items: RetailerItem[]) => void;
}

/** Asks the catalogue of the retailer that is saved. What was typed stays. */
export function FillItemsButton({ saved, items, onFill }: FillItemsProps) {
  const { productItems } = useDataProvider<typeof dataProvider>();
  const chosen = useWatch({ name: 'retailerId' });
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (productId: string) => productItems(productId),
    onSuccess: ({ proposed }) => onFill(withProposed(items, proposed)),
    onError: async (failure) => {
      await logoutIfAccessDenied(failure);
    },
  });
  if (!saved) return <Note>Once the product is saved, the retailer's catalogue can fill these in.</Note>;
  if (chosen !== saved.retailerId) return <Note>Save the retailer first; then its catalogue can fill these in.</Note>;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
      <Button variant="outlined" size="small" disabled={isPending} onClick={() => mutate(saved.productId)}>
        {isPending ? 'Asking…' : 'Fill from the catalogue'}
      </Button>
      <Box role="status" sx={{ fontSize: '0.8125rem' }}>
        {error ? reasonOf(error) : data && resultOf(data)}
      </Box>
    </Box>
  );
}

function Note({ children }: { children: string }) {
  return <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{children}</Box>;
}

export function withProposed(items: readonly RetailerItem[], proposed: readonly RetailerItem[]): RetailerItem[] {
  const isTyped = ({ size, style }: RetailerItem) => items.some((item) => item.size === size && item.style === style);
  return [...items, ...proposed.filter((item) => !isTyped(item))];
}

function resultOf({ catalogue, proposed, variants }: ProductItems): string {
  if (catalogue === 'lacking') return 'The protocol of this retailer has no catalogue of items. Type them.';
  if (catalogue === 'no-such-product') return 'The retailer does not list this product. Check its id there.';
  return `${proposed.length} of the ${variants.length} items there fit a size and style.`;
}
