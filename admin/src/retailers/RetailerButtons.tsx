import type { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { OwnProof, type Proof } from '../ui/OwnProof.js';

export function DiscoverButton({ retailer: { id, name, protocol, ended } }: { retailer: AdminRetailer }) {
  const { discoverRetailer } = useDataProvider<typeof dataProvider>();
  if (protocol === 'own' || ended) return null;
  return (
    <ActionButton
      label="Read the shop"
      pending="Reading…"
      title={`Read ${name}?`}
      explain="We ask the shop what it says of itself. Nothing is bought, and orders go on as they are."
      done="The shop was read."
      run={(_values, key) => discoverRetailer(id, key)}
    />
  );
}

export function RemoveRetailerButton({ retailer: { id, name, ended } }: { retailer: AdminRetailer }) {
  const { remove } = useDataProvider<typeof dataProvider>();
  if (ended || id === 'standard') return null;
  return (
    <ActionButton<Proof, unknown>
      label="Remove"
      pending="Removing…"
      title={`Remove ${name}?`}
      explain="No product can be bought there any more. Its past orders keep their story."
      done="The retailer was removed."
      danger
      run={(proof, key) => remove('retailers', id, key, proof)}
    >
      <OwnProof />
    </ActionButton>
  );
}
