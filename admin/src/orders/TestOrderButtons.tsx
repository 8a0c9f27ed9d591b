import { sizeLabel } from '@supreme-access/contract/labels.js';
import { SIZES } from '@supreme-access/contract/limits.js';
import { statusLabel } from '@supreme-access/contract/statuses.js';
import { useRef } from 'react';
import { AutocompleteInput, email, ReferenceInput, required, SelectInput, TextInput } from 'react-admin';
import { dataProvider, type OrderAnswer } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { sampleShopper, type TestOrder } from './sample-shopper.js';

const EXPLAIN = 'It takes no slot, goes to the sandbox retailer only, is never charged, and counts in no figure.';
const sizes = SIZES.map((id) => ({ id, name: sizeLabel(id) }));

export function TestOrderButton() {
  const make = useMakeTestOrder();
  return (
    <ActionButton<TestOrder, OrderAnswer>
      label="TestOrder"
      pending="Creating…"
      title="Create a test order?"
      explain={EXPLAIN}
      done="The test order was created."
      run={make}
    >
      <TestOrderInputs />
    </ActionButton>
  );
}

export function TestCheckoutButton() {
  const make = useMakeTestOrder();
  return (
    <ActionButton<TestOrder, OrderAnswer>
      label="Test Checkout"
      pending="Checking out…"
      title="Create a test order and check it out?"
      explain={EXPLAIN}
      done={({ order }) => `The test order's status is ${statusLabel(order.status)}.`}
      run={async (input, key) => {
        const { order } = await make(input, key);
        return dataProvider.checkOut(order.orderId, `${key}-checkout`);
      }}
    >
      <TestOrderInputs />
    </ActionButton>
  );
}

function TestOrderInputs() {
  return (
    <>
      <ReferenceInput source="productId" reference="products" filter={{ delisted: false }}>
        <AutocompleteInput
          label="Product"
          optionText="productTitle"
          filterToQuery={(productTitle: string) => ({ productTitle })}
          validate={required()}
        />
      </ReferenceInput>
      <SelectInput
        source="size"
        label="Size"
        choices={sizes}
        helperText="Leave empty for the first one available."
        fullWidth
      />
      <TextInput source="style" label="Style" helperText="Leave empty for the first one available." />
      <TextInput source="email" label="Email" helperText="Its emails go here." validate={[required(), email()]} />
    </>
  );
}

/** Hazard: under one key the server accepts only one body, so a repeated intent sends its former ciphertext. */
function useMakeTestOrder() {
  const sealed = useRef({ key: '', payload: '' });
  return async (input: TestOrder, key: string): Promise<OrderAnswer> => {
    if (sealed.current.key !== key) {
      sealed.current = { key, payload: await dataProvider.sealed('aco', sampleShopper(input)) };
    }
    return dataProvider.makeTestOrder(input, sealed.current.payload, key);
  };
}
