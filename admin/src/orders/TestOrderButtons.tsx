import { sizeLabel } from '@supreme-access/contract/labels.js';
import { SIZES } from '@supreme-access/contract/limits.js';
import { statusLabel } from '@supreme-access/contract/statuses.js';
import { useRef } from 'react';
import { AutocompleteInput, email, ReferenceInput, required, SelectInput, TextInput } from 'react-admin';
import { dataProvider, type OrderAnswer } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { sampleShopper, type TestWish } from './sample-shopper.js';

const EXPLAIN = 'It takes no slot, goes to the sandbox retailer only, is never charged, and counts in no figure.';
const sizes = SIZES.map((id) => ({ id, name: sizeLabel(id) }));

export function TestOrderButton() {
  const make = useMakeTestOrder();
  return (
    <ActionButton<TestWish, OrderAnswer>
      label="TestOrder"
      pending="Creating…"
      title="Create a test order?"
      explain={EXPLAIN}
      done="The test order was created."
      run={make}
    >
      <TestWishInputs />
    </ActionButton>
  );
}

export function TestCheckoutButton() {
  const make = useMakeTestOrder();
  return (
    <ActionButton<TestWish, OrderAnswer>
      label="Test Checkout"
      pending="Checking out…"
      title="Create a test order and check it out?"
      explain={EXPLAIN}
      done={({ order }) => `The test order's status is ${statusLabel(order.status)}.`}
      run={async (wish, key) => {
        const { order } = await make(wish, key);
        return dataProvider.checkOut(order.orderId, `${key}-checkout`);
      }}
    >
      <TestWishInputs />
    </ActionButton>
  );
}

function TestWishInputs() {
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

/** What was encrypted for an intent is sent again as it is when the intent is tried again: under one key the server takes only one body. */
function useMakeTestOrder() {
  const sealed = useRef({ key: '', payload: '' });
  return async (wish: TestWish, key: string): Promise<OrderAnswer> => {
    if (sealed.current.key !== key) {
      sealed.current = { key, payload: await dataProvider.sealed('aco', sampleShopper(wish)) };
    }
    return dataProvider.makeTestOrder(wish, sealed.current.payload, key);
  };
}
