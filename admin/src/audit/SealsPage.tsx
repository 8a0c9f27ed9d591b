import { Alert, Box, Button, Link, Typography } from '@mui/material';
import { counted } from '@supreme-access/contract/labels.js';
import { type Checked, checkSignature, sealText } from '@supreme-access/contract/seals.js';
import type { PublishedSeal } from '@supreme-access/contract/shapes/audit.js';
import { useQuery } from '@tanstack/react-query';
import { DataTable, ResourceContextProvider, useNotify } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { system } from '../system/system-data.js';
import { ActionButton } from '../ui/ActionButton.js';
import { saveText } from '../ui/export.js';
import { GuardedBody } from '../ui/GuardedBody.js';
import { ListPage } from '../ui/ListPage.js';
import { Mono, Time } from '../ui/Mono.js';
import { OwnProof, type Proof } from '../ui/OwnProof.js';
import { Rows } from '../ui/Rows.js';
import { sealsApi } from './seals-api.js';

interface Listed extends PublishedSeal {
  id: number;
}

const SEALS = 'seals';

/** The seals, newest first; this browser verifies each signature. */
export function SealsPage() {
  return (
    <ResourceContextProvider value={SEALS}>
      <ListPage
        title="Seals"
        sort={{ field: 'number', order: 'DESC' }}
        filters={[]}
        actions={<NewKey />}
        exportButton={<DownloadSeals />}
        badges={<SealState />}
        table={<SealTable />}
        rows={<SealRows />}
        tableFrom="lg"
      />
    </ResourceContextProvider>
  );
}

function SealState() {
  const { data } = useQuery({ queryKey: ['system', 'readiness'], queryFn: ({ signal }) => system.readiness(signal) });
  const overdue = data?.conditions.find(({ name, state }) => name === 'Seals' && state !== 'fine');
  return (
    <>
      {overdue && (
        <Alert severity="warning" role="alert" sx={{ mb: 1, maxWidth: '72ch' }}>
          {overdue.says} {overdue.todo}
        </Alert>
      )}
      <Explained />
    </>
  );
}

function Explained() {
  return (
    <Typography variant="body2" sx={{ maxWidth: '72ch', color: 'text.secondary' }}>
      Each seal signs a single hash over all earlier events and refers to the previous seal. Download the seals first,
      then export the{' '}
      <Link component={RouterLink} to="/events">
        events
      </Link>
      , and check both offline: with{' '}
      <Link href="/verifier.html" download>
        the verifier
      </Link>
      , one HTML file that needs no network, or with verifiers/verify.mjs or verify.py.
    </Typography>
  );
}

const Column = DataTable.Col<Listed>;

function SealTable() {
  return (
    <DataTable<Listed> body={GuardedBody} bulkActionButtons={false} rowClick={false}>
      <Column label="Seal" source="number" align="right" render={({ number }) => <Mono>{number}</Mono>} />
      <Column label="Created" source="at" disableSort render={({ at }) => <Time iso={new Date(at).toISOString()} />} />
      <Column label="Events" source="size" disableSort align="right" render={({ size }) => <Mono>{size}</Mono>} />
      <Column label="Root" source="root" disableSort render={({ root }) => <Short text={root} />} />
      <Column label="Previous" source="previous" disableSort render={({ previous }) => <Short text={previous} />} />
      <Column label="Key" source="keyId" disableSort render={({ keyId }) => <Mono>{keyId}</Mono>} />
      <Column label="Signature" source="signature" disableSort render={(seal) => <Signature seal={seal} />} />
    </DataTable>
  );
}

function SealRows() {
  return (
    <Rows<Listed>
      sx={{ py: 1.5 }}
      row={(seal) => (
        <>
          <Box sx={{ display: 'flex', gap: 1.5, justifyContent: 'space-between' }}>
            <Mono sx={{ fontWeight: 700 }}>Seal {seal.number}</Mono>
            <Signature seal={seal} />
          </Box>
          <Mono sx={{ display: 'block', color: 'text.secondary' }}>
            <Time iso={new Date(seal.at).toISOString()} />, {counted(seal.size, 'event', 'events')}
          </Mono>
          <Mono sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>{seal.root}</Mono>
        </>
      )}
    />
  );
}

function Short({ text }: { text: string }) {
  return <Mono title={text}>{text === '' ? 'None' : `${text.slice(0, 12)}…`}</Mono>;
}

const SIGNATURE_TEXTS: Record<Checked, { text: string; color: string }> = {
  good: { text: 'Valid', color: 'success.main' },
  bad: { text: 'Invalid', color: 'error.main' },
  unsupported: { text: 'This browser cannot check it', color: 'text.secondary' },
};

function Signature({ seal }: { seal: PublishedSeal }) {
  const { data: keys } = useQuery({ queryKey: [SEALS, 'keys', seal.keyId], queryFn: sealsApi.keys });
  const key = keys?.find(({ keyId }) => keyId === seal.keyId);
  const { data: checked } = useQuery({
    queryKey: [SEALS, 'signature', seal, key?.publicKey],
    queryFn: () => (key ? checkSignature(key.publicKey, sealText(seal), seal.signature) : 'bad'),
    enabled: keys !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (checked === undefined) return <Mono sx={{ color: 'text.secondary' }}>…</Mono>;
  const { text, color } = SIGNATURE_TEXTS[checked];
  return (
    <Box component="span" sx={{ color, fontWeight: 600 }}>
      {text}
    </Box>
  );
}

function DownloadSeals() {
  const notify = useNotify();
  const download = async () => {
    try {
      saveText('seals.json', JSON.stringify(await sealsApi.everything()), 'application/json');
    } catch (error) {
      notify(error instanceof Error ? error.message : 'The seals could not be read.', { type: 'error' });
    }
  };
  return (
    <Button size="small" onClick={download}>
      Download seals.json
    </Button>
  );
}

function NewKey() {
  return (
    <ActionButton<Proof, { keyId: string }>
      label="New key"
      pending="Creating…"
      title="Change the sealing key?"
      explain="The current key signs one last seal, which covers the event that names the new key. Give auditors the new public key."
      done={({ keyId }) => `Seals are now signed with key ${keyId}.`}
      run={sealsApi.newKey}
    >
      <OwnProof />
    </ActionButton>
  );
}
