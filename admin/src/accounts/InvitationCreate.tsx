import { Box } from '@mui/material';
import { useState } from 'react';
import { CreateBase, DateTimeInput, email, FormDataConsumer, SelectInput, TextInput } from 'react-admin';
import { FormPage } from '../ui/FormPage.js';
import { OwnProof } from '../ui/OwnProof.js';
import { InvitationLink } from './InvitationLink.js';
import { type InvitationForm, toInvitationInput } from './invitation-input.js';
import { STAFF_CHOICES } from './roles.js';

const values = {};

interface Made {
  id: string;
  link: string;
}

export function InvitationCreate() {
  const [made, setMade] = useState<Made | null>(null);
  if (made) return <InvitationLink link={made.link} />;
  return (
    <CreateBase<InvitationForm & { id: string }>
      redirect={false}
      transform={toInvitationInput}
      mutationOptions={{ onSuccess: (answer) => setMade(answer as unknown as Made) }}
    >
      <FormPage title="Invite someone" save="Invite" values={values} complete>
        <InvitationFields />
      </FormPage>
    </CreateBase>
  );
}

function InvitationFields() {
  return (
    <Box sx={{ width: '100%', maxWidth: 480 }}>
      <TextInput
        source="email"
        label="Email"
        type="email"
        validate={email('Please enter a valid email.')}
        helperText="The invitation is emailed to this address and works only for it. Leave empty to pass on the link yourself."
      />
      <SelectInput source="role" label="Role" choices={STAFF_CHOICES} emptyText="Shopper" helperText={false} />
      <DateTimeInput
        source="expiresAt"
        label="Ends"
        helperText="In your time zone. Seven days from now at most; leave empty for seven days."
      />
      <FormDataConsumer<InvitationForm>>{({ formData }) => (formData.role ? <OwnProof /> : null)}</FormDataConsumer>
    </Box>
  );
}
