import { Box } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { DataTable } from 'react-admin';
import { money } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { useMayWrite } from '../ui/may-write.js';
import { ProductPicture } from '../ui/ProductPicture.js';
import { ShowLink } from '../ui/ShowLink.js';
import { SlotMeter } from '../ui/SlotMeter.js';
import { DelistButton } from './DelistButton.js';
import { EditProductButton } from './EditProductButton.js';
import { ProductStateMark } from './ProductStateMark.js';
import { ReleaseButton } from './ReleaseButton.js';
import { ReleaseTime } from './ReleaseTime.js';

const Column = DataTable.Col<AdminProduct>;

export function ProductTable() {
  const mayWrite = useMayWrite();
  return (
    <DataTable<AdminProduct> bulkActionButtons={false} rowClick="show">
      <Column
        label=""
        disableSort
        sx={{ width: 52 }}
        render={(product) => <ProductPicture product={product} width={40} />}
      />
      <Column label="Title" source="productTitle" render={({ productTitle }) => <ShowLink>{productTitle}</ShowLink>} />
      <Column label="Price" source="price" align="right" render={(product) => <Price product={product} />} />
      <Column
        label="Total stock"
        source="totalStock"
        align="right"
        render={({ totalStock }) => <Mono>{totalStock}</Mono>}
      />
      <Column label="Reserved" disableSort render={(product) => <SlotMeter {...product} compact />} />
      <Column label="Remaining" disableSort align="right" render={({ remaining }) => <Mono>{remaining}</Mono>} />
      <Column label="Release" source="releaseAt" render={(product) => <ReleaseTime product={product} />} />
      <Column label="State" source="avail" render={(product) => <ProductStateMark product={product} />} />
      {mayWrite && <Column label="Actions" disableSort align="right" render={() => <RowActions />} />}
    </DataTable>
  );
}

function Price({ product }: { product: AdminProduct }) {
  return <Mono>{money(product.price, product.currency)}</Mono>;
}

function RowActions() {
  return (
    <Box sx={{ display: 'flex', gap: 0.75, justifyContent: 'flex-end' }}>
      <EditProductButton size="small" />
      <ReleaseButton size="small" />
      <DelistButton size="small" />
    </Box>
  );
}
