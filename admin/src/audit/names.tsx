import { Box } from '@mui/material';
import { STREAM_KINDS } from '@supreme-access/contract/event-names.js';
import { slotLabel } from '@supreme-access/contract/labels.js';
import type { LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import type { ListedAccount } from '@supreme-access/contract/shapes/people.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { ReactNode } from 'react';
import { type RaRecord, useGetManyAggregate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Mono } from '../ui/Mono.js';

export const RECORDS = {
  order: 'orders',
  product: 'products',
  account: 'accounts',
  promo: 'promos',
} as const;
export type RecordKind = keyof typeof RECORDS;

const NAMES: Record<RecordKind, (record: RaRecord) => string> = {
  order: (record) => {
    const { productTitle, slotNumber, totalStock, email } = record as AdminOrder;
    const slot = slotNumber === null ? 'test order' : slotLabel(slotNumber, totalStock);
    return [productTitle, slot, email].filter(Boolean).join(', ');
  },
  product: (record) => (record as AdminProduct).productTitle,
  account: (record) => {
    const { name, email, erased } = record as ListedAccount;
    return erased ? 'Erased account' : name || email;
  },
  promo: ({ id }) => String(id),
};

export const nameOfRecord = (kind: RecordKind, record: RaRecord) => NAMES[kind](record) || String(record.id);

/** Splits `order-1` into kind and id; `record` is undefined where the kind has no page. */
export function partsOf(stream: string): { kind: string; id: string; record: RecordKind | undefined } {
  const cut = stream.indexOf('-');
  const [kind, id] = [stream.slice(0, cut), stream.slice(cut + 1)];
  return { kind, id, record: kind in RECORDS ? (kind as RecordKind) : undefined };
}

export function About({ stream }: { stream: string }) {
  const { kind, id, record } = partsOf(stream);
  const label = STREAM_KINDS[kind] ?? kind;
  if (!record) return <>{label}</>;
  return (
    <>
      {label}: <RecordLink kind={record} id={id} />
    </>
  );
}

/** A link with the record's name, or its id until the name is known. The names of one page load in one request. */
export function RecordLink({ kind, id }: { kind: RecordKind; id: string }) {
  const { data } = useGetManyAggregate(RECORDS[kind], { ids: [id] });
  const record = data?.find((one) => one !== undefined && String(one.id) === id);
  return (
    <InkLink to={`/${RECORDS[kind]}/${encodeURIComponent(id)}/show`}>
      {record ? nameOfRecord(kind, record) : <Mono>{id}</Mono>}
    </InkLink>
  );
}

export function InkLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Box component={Link} to={to} sx={{ color: 'inherit', fontWeight: 600 }}>
      {children}
    </Box>
  );
}

const PEOPLE = ['shopper', 'admin', 'auditor'];

/** Who did it; a person with an account by name, with a link to the account. */
export function Actor({ actor: { kind, id } }: Pick<LoggedEvent, 'actor'>) {
  if (kind === 'guest') return <>a guest</>;
  if (!PEOPLE.includes(kind)) return <>{kind === 'worker' ? `job ${id}` : `${kind} ${id}`}</>;
  return (
    <>
      {kind} <RecordLink kind="account" id={id} />
    </>
  );
}
