import BundleIcon from '@mui/icons-material/FolderZipOutlined';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { required, TextInput, useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { saveFile } from '../ui/export.js';
import { OwnProof, type Proof } from '../ui/OwnProof.js';
import { SaveFileButton } from './SaveFileButton.js';

/** The evidence bundle for whoever checks an order offline; the emails in it are for admins alone. */
export function BundleButtons() {
  const order = useRecordContext<AdminOrder>();
  if (!order) return null;
  const { orderId } = order;
  const name = `evidence-${orderId}.zip`;
  return (
    <>
      <SaveFileButton
        label="Evidence bundle"
        name={name}
        startIcon={<BundleIcon />}
        load={() => dataProvider.bundle(orderId)}
        save={saveFile}
      />
      <ActionButton<Proof & { reason: string }, Blob>
        label="Bundle with emails"
        pending="Loading…"
        title="Download the evidence bundle with the emails?"
        explain="The emails are readable, without their links. Your name and the reason are kept in the security log."
        done="The bundle is saved."
        run={(values, key) => dataProvider.bundleWithMails(orderId, values, key)}
        onDone={(file) => saveFile(name, file)}
      >
        <TextInput source="reason" label="Reason" validate={required()} autoFocus />
        <OwnProof />
      </ActionButton>
    </>
  );
}
