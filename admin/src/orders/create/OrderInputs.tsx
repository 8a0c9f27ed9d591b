import { Box } from '@mui/material';
import { hasState } from '@supreme-access/contract/addresses.js';
import { formatCardNumber } from '@supreme-access/contract/cards.js';
import { COUNTRIES, US_STATES } from '@supreme-access/contract/countries.js';
import { counted, money, sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import { DEFAULT_STYLES, sizesOf } from '@supreme-access/contract/limits.js';
import { isPoBox } from '@supreme-access/contract/po-boxes.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { type ReactNode, useState } from 'react';
import {
  AutocompleteInput,
  BooleanInput,
  FormDataConsumer,
  type RaRecord,
  ReferenceInput,
  SelectInput,
  TextInput,
  useInput,
} from 'react-admin';
import { DecimalInput } from '../../ui/NumberInputs.js';
import { Section } from '../../ui/Section.js';
import { countryOf, type OrderField, type OrderFormValues } from './order-form.js';

const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([id, name]) => ({ id, name }));
const COUNTRY_CHOICES = choices(COUNTRIES);
const STATE_CHOICES = choices(US_STATES);
const OFF = { htmlInput: { autoComplete: 'off' } };
const DIGITS = { htmlInput: { autoComplete: 'off', inputMode: 'numeric' } } as const;

function Columns({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2, alignItems: 'start' }}>
      {children}
    </Box>
  );
}

function stylesOf({ styles }: AdminProduct): string[] {
  const named = styles.split(',').flatMap((style) => style.trim() || []);
  return named.length > 0 ? named : [DEFAULT_STYLES[0]];
}

const onlyOne = (offered: readonly string[]) => (offered.length === 1 ? (offered[0] ?? '') : '');

function useSetters() {
  const setter =
    ({ field }: ReturnType<typeof useInput>) =>
    (value: string | number | null) =>
      field.onChange(value);
  return {
    size: setter(useInput({ source: 'size' satisfies OrderField })),
    style: setter(useInput({ source: 'style' satisfies OrderField })),
    productTitle: setter(useInput({ source: 'productTitle' satisfies OrderField })),
    listPrice: setter(useInput({ source: 'listPrice' satisfies OrderField })),
    price: setter(useInput({ source: 'price' satisfies OrderField })),
  };
}

export function ProductInputs() {
  const [product, setProduct] = useState<AdminProduct | null>(null);
  const set = useSetters();
  const choose = (next: AdminProduct | null) => {
    setProduct(next);
    set.size(onlyOne(next ? sizesOf(next) : []));
    set.style(onlyOne(next ? stylesOf(next) : []));
    set.productTitle(next?.productTitle ?? '');
    set.listPrice(next?.price ?? 0);
    set.price(next?.price ?? null);
  };
  return (
    <Section title="Product">
      <ReferenceInput source="productId" reference="products" filter={{ delisted: false }}>
        <AutocompleteInput
          label="Product"
          optionText="productTitle"
          filterToQuery={(productTitle: string) => ({ productTitle })}
          onChange={(_id: string, chosen: RaRecord | '') => choose(chosen ? (chosen as AdminProduct) : null)}
          helperText={product ? `${product.remaining} of ${counted(product.totalStock, 'slot', 'slots')} free.` : false}
        />
      </ReferenceInput>
      <Columns>
        <SelectInput
          source="size"
          label="Size"
          choices={product ? sizesOf(product).map((id) => ({ id, name: sizeLabel(id) })) : []}
          helperText={false}
          fullWidth
        />
        <SelectInput
          source="style"
          label="Style"
          choices={product ? stylesOf(product).map((id) => ({ id, name: styleLabel(id) })) : []}
          helperText={false}
          fullWidth
        />
        <DecimalInput
          source="price"
          label="Price"
          helperText={product ? `The product's price is ${money(product.price, product.currency)}.` : false}
        />
        <TextInput source="reason" label="Reason" helperText="Required if the price differs from the product's." />
      </Columns>
    </Section>
  );
}

export function PersonInputs() {
  const country = countryOf(useInput({ source: 'country' satisfies OrderField }).field.value);
  return (
    <Section title="Customer">
      <Columns>
        <TextInput source="name" label="Full name" helperText="The package is sent to this name." slotProps={OFF} />
        <TextInput source="email" label="Email" type="email" helperText="The order's emails go here." slotProps={OFF} />
        <TextInput source="phone" label="Mobile phone" helperText={false} slotProps={OFF} />
        <SelectInput source="country" label="Country" choices={COUNTRY_CHOICES} helperText={false} fullWidth />
        <TextInput source="address1" label="Address" helperText={false} slotProps={OFF} />
        <TextInput source="address2" label="Apartment, suite" helperText={false} slotProps={OFF} />
        <TextInput source="city" label="City" helperText={false} slotProps={OFF} />
        {country === 'US' ? (
          <SelectInput source="state" label="State" choices={STATE_CHOICES} helperText={false} fullWidth />
        ) : (
          hasState(country) && <TextInput source="state" label="State" helperText={false} slotProps={OFF} />
        )}
        <TextInput source="zip" label="Zip" helperText={false} slotProps={OFF} />
      </Columns>
      <StreetInput />
    </Section>
  );
}

function StreetInput() {
  return (
    <FormDataConsumer<Partial<OrderFormValues>>>
      {({ formData }) =>
        isPoBox(formData) && (
          <BooleanInput
            source="isStreet"
            label="This is a street address, not a PO box."
            helperText="Orders shipped to PO boxes get no refund."
          />
        )
      }
    </FormDataConsumer>
  );
}

export function CardInputs({ asksToken }: { asksToken: boolean }) {
  return (
    <Section title={asksToken ? 'Card for the retailer' : 'Card for the retailer and the fee'}>
      <Columns>
        <TextInput source="cardName" label="Name on the card" helperText={false} slotProps={OFF} />
        <TextInput
          source="cardNumber"
          label="Card number"
          parse={formatCardNumber}
          helperText={false}
          slotProps={DIGITS}
        />
        <TextInput source="cardExpiry" label="Expires" placeholder="MM/YY" helperText={false} slotProps={OFF} />
        <TextInput source="cardCode" label="Security code" helperText={false} slotProps={DIGITS} />
      </Columns>
      {asksToken && (
        <TextInput
          source="stripeToken"
          label="Stripe token of the card that pays the fee"
          helperText="A Stripe token (tok_…). This page cannot send a card number to Stripe."
          slotProps={OFF}
        />
      )}
    </Section>
  );
}
