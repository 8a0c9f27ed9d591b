import { Box } from '@mui/material';
import {
  PROTOCOL_VERSIONS,
  QUIRK_NAMES,
  QUIRKS,
  RETAILER_PROTOCOLS,
  type RetailerProtocol,
  SHIPPING_RULES,
} from '@supreme-access/contract/retailer-protocols.js';
import type { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import { useState } from 'react';
import {
  CheckboxGroupInput,
  CreateBase,
  EditBase,
  PasswordInput,
  required,
  SelectInput,
  TextInput,
  useEditContext,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { FormPage } from '../ui/FormPage.js';
import { OwnProof } from '../ui/OwnProof.js';
import { Unread } from '../ui/Reading.js';
import { stay } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { MailRulesFields } from './MailRulesFields.js';
import { toRetailerForm, toRetailerInput } from './retailer-input.js';
import { PROTOCOL_WORDS, SHIPPING_WORDS } from './retailer-words.js';

const values = { protocol: 'ucp', shipping: 'cheapest', quirks: [], mailKeys: [], confirms: [] };
const named = <Id extends string>(ids: readonly Id[], words: Readonly<Record<Id, string>>) =>
  ids.map((id) => ({ id, name: words[id] }));

export function RetailerCreate() {
  return (
    <CreateBase redirect="show" transform={toRetailerInput}>
      <FormPage title="Add retailer" save="Add retailer" values={values} complete>
        <RetailerFields />
      </FormPage>
    </CreateBase>
  );
}

export function RetailerEdit() {
  return (
    <EditBase
      mutationMode="pessimistic"
      redirect="show"
      queryOptions={{ onError: stay }}
      transform={(form: object) => toRetailerInput(form)}
    >
      <OpenedRetailer />
    </EditBase>
  );
}

function OpenedRetailer() {
  const { record: retailer, error, refetch } = useEditContext<AdminRetailer>();
  if (!retailer) return <Unread error={error} onAgain={() => void refetch()} />;
  return <RetailerEditForm key={retailer.id} listed={retailer} />;
}

/** Hazard: a changed record would reset the form, and what is typed with it. */
function RetailerEditForm({ listed: retailer }: { listed: AdminRetailer }) {
  const [values] = useState(() => toRetailerForm(retailer));
  return (
    <FormPage title={`Edit ${retailer.name}`} save="Save" values={values} complete>
      <RetailerFields retailer={retailer} />
    </FormPage>
  );
}

function RetailerFields({ retailer }: { retailer?: AdminRetailer }) {
  const protocol: RetailerProtocol = useWatch({ name: 'protocol' });
  return (
    <Box sx={{ width: '100%', maxWidth: 760, display: 'grid', gap: 3 }}>
      <Section title="Shop">
        <TextInput source="name" label="Name" validate={required()} helperText={false} />
        <SelectInput
          source="protocol"
          label="Protocol"
          choices={named(RETAILER_PROTOCOLS, PROTOCOL_WORDS)}
          validate={required()}
          readOnly={retailer !== undefined}
          helperText={retailer ? 'A retailer keeps its protocol.' : false}
        />
        {retailer?.baseUrl !== 'settings' && <PlaceFields retailer={retailer} protocol={protocol} />}
      </Section>
      {protocol !== 'own' && <PaidFields />}
      <MailRulesFields />
      <Section title="Confirm that it is you">
        <OwnProof />
      </Section>
    </Box>
  );
}

/** The settings hold those of their own retailer. */
function PlaceFields({ retailer, protocol }: { retailer: AdminRetailer | undefined; protocol: RetailerProtocol }) {
  return (
    <>
      <TextInput
        source="baseUrl"
        label="Address"
        validate={required()}
        helperText="With https:// in front, as the shop gave it to you. 'sandbox' means the one of this server."
      />
      {protocol !== 'own' && <VersionInput protocol={protocol} />}
      <PasswordInput
        source="key"
        label="Key"
        autoComplete="new-password"
        helperText={
          retailer?.hasKey ? 'A key is on file. Leave empty to keep it.' : 'What the shop gave you to sign in with.'
        }
      />
    </>
  );
}

function VersionInput({ protocol }: { protocol: RetailerProtocol }) {
  const choices = PROTOCOL_VERSIONS[protocol].map((id) => ({ id, name: id }));
  return (
    <SelectInput
      source="version"
      label="Version"
      choices={choices}
      emptyText="The newest that both speak"
      helperText={false}
    />
  );
}

function PaidFields() {
  return (
    <Section title="Payment and shipping">
      <TextInput
        source="sellerProfile"
        label="Seller profile"
        helperText="Whom payment tokens are made for, as Stripe names the shop."
      />
      <SelectInput
        source="shipping"
        label="Shipping option"
        choices={named(SHIPPING_RULES, SHIPPING_WORDS)}
        validate={required()}
        helperText={false}
      />
      <CheckboxGroupInput
        source="quirks"
        label="Tolerances"
        row={false}
        choices={QUIRK_NAMES.map((id) => ({ id, name: `${id}: ${QUIRKS[id]}` }))}
        helperText="What this shop does against its protocol's text. No tolerance loosens a rule about money."
      />
    </Section>
  );
}
