import { Box } from '@mui/material';
import { money } from '@supreme-access/contract/labels.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { DataTable, SearchInput, SelectInput } from 'react-admin';
import { Link } from 'react-router-dom';
import { RetailerFilter } from '../retailers/RetailerFilter.js';
import { useMayWrite } from '../ui/ActionButton.js';
import { GuardedBody } from '../ui/GuardedBody.js';
import { ListPage, timeFilters } from '../ui/ListPage.js';
import { Mono } from '../ui/Mono.js';
import { ProductPicture } from '../ui/ProductPicture.js';
import { Rows } from '../ui/Rows.js';
import { ShowLink } from '../ui/ShowLink.js';
import { SlotMeter } from '../ui/SlotMeter.js';
import { CreateProductButton } from './CreateProductButton.js';
import { DelistButton } from './DelistButton.js';
import { EditProductButton } from './EditProductButton.js';
import { ProductStateMark } from './ProductStateMark.js';
import { ReleaseButton } from './ReleaseButton.js';
import { ReleaseTime } from './ReleaseTime.js';

const AVAILABILITY = [
  { id: true, name: 'Available' },
  { id: false, name: 'Hidden' },
];

const filters = [
  <SearchInput key="title" source="productTitle" placeholder="Title" alwaysOn />,
  <SelectInput key="avail" source="avail" label="Availability" choices={AVAILABILITY} emptyText="All" alwaysOn />,
  ...timeFilters('releaseAt', 'Release'),
  <RetailerFilter key="retailer" source="retailerId" label="Retailer" />,
  <SelectInput
    key="delisted"
    source="delisted"
    label="Products"
    choices={[{ id: true, name: 'Delisted' }]}
    emptyText="Listed"
  />,
];

export function ProductList() {
  return (
    <ListPage
      title="Products"
      sort={{ field: 'releaseAt', order: 'DESC' }}
      filters={filters}
      actions={<CreateProductButton />}
      table={<ProductTable />}
      rows={<ProductRows />}
      tableFrom="lg"
    />
  );
}

const Column = DataTable.Col<AdminProduct>;

function ProductTable() {
  const mayWrite = useMayWrite();
  return (
    <DataTable<AdminProduct> body={GuardedBody} bulkActionButtons={false} rowClick="show">
      <Column
        label="Picture"
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

function ProductRows() {
  return (
    <Rows<AdminProduct>
      row={(product) => (
        <Box
          component={Link}
          to={`/products/${encodeURIComponent(product.id)}/show`}
          sx={{ display: 'flex', gap: 1.5, py: 1.5, color: 'inherit', textDecoration: 'none' }}
        >
          <ProductPicture product={product} width={88} />
          <Row product={product} />
        </Box>
      )}
    />
  );
}

function Row({ product }: { product: AdminProduct }) {
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.75, alignContent: 'start' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Box sx={{ fontWeight: 600 }}>{product.productTitle}</Box>
        <Price product={product} />
      </Box>
      <SlotMeter {...product} compact />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-end', gap: 1 }}>
        <ReleaseTime product={product} />
        <ProductStateMark product={product} />
      </Box>
    </Box>
  );
}
