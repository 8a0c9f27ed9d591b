import {
  AutocompleteInput,
  NullableBooleanInput,
  ReferenceInput,
  SearchInput,
  SelectInput,
  TextInput,
} from 'react-admin';
import { RetailerFilter } from '../retailers/RetailerFilter.js';
import { timeFilters } from '../ui/ListPage.js';

const YES_NO = { nullLabel: 'Any', trueLabel: 'Yes', falseLabel: 'No' };

export const ORDER_FILTERS = [
  <SearchInput key="q" source="q" placeholder="Id, name, email, reference" alwaysOn sx={{ minWidth: 280 }} />,
  <ReferenceInput key="product" source="productId" reference="products" label="Product">
    <AutocompleteInput
      label="Product"
      optionText="productTitle"
      filterToQuery={(productTitle: string) => ({ productTitle })}
      sx={{ minWidth: 240 }}
    />
  </ReferenceInput>,
  <RetailerFilter key="retailer" source="retailerId" label="Retailer" />,
  ...timeFilters('orderDate', 'Ordered'),
  <TextInput key="reference" source="reference" label="Retailer reference" />,
  <NullableBooleanInput key="ended" source="ended" label="Ended" {...YES_NO} />,
  <SelectInput
    key="promised"
    source="promised"
    label="Guarantee"
    choices={[{ id: 'open', name: 'Open' }]}
    parse={(choice: string) => (choice === 'open' ? true : undefined)}
    format={(value: unknown) => (value === true ? 'open' : '')}
  />,
  <SelectInput
    key="refundFailed"
    source="refundFailed"
    label="Refund"
    choices={[{ id: 'failed', name: 'Failed' }]}
    parse={(choice: string) => (choice === 'failed' ? true : undefined)}
    format={(value: unknown) => (value === true ? 'failed' : '')}
  />,
  <SelectInput
    key="unsettled"
    source="unsettled"
    label="Purchase"
    choices={[{ id: 'unsettled', name: 'To settle' }]}
    parse={(choice: string) => (choice === 'unsettled' ? true : undefined)}
    format={(value: unknown) => (value === true ? 'unsettled' : '')}
  />,
  <SelectInput
    key="archived"
    source="archived"
    label="Archived"
    choices={[
      { id: 'only', name: 'Only archived' },
      { id: 'too', name: 'Include archived' },
    ]}
    parse={(choice: string) => ARCHIVED[choice]}
    format={(value: unknown) => (value === true ? 'only' : Array.isArray(value) ? 'too' : '')}
  />,
  <NullableBooleanInput key="delisted" source="delisted" label="Product delisted" {...YES_NO} />,
  <NullableBooleanInput
    key="livemode"
    source="livemode"
    label="Kind"
    nullLabel="Any"
    trueLabel="Real"
    falseLabel="Test"
  />,
];

const ARCHIVED: Readonly<Record<string, boolean | boolean[]>> = { only: true, too: [true, false] };
