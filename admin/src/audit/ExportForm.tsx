import { Button, Typography } from '@mui/material';
import { counted } from '@supreme-access/contract/labels.js';
import { useMutation } from '@tanstack/react-query';
import { Form, FormDataConsumer, required, SelectInput, TextInput, useLogoutIfAccessDenied } from 'react-admin';
import { saveText } from '../ui/export.js';
import { Refusal } from '../ui/Refusal.js';
import { type ExportInput, runsApi } from './runs-api.js';

const WHAT = [
  { id: 'product', name: 'A product and its orders' },
  { id: 'stream', name: 'One stream' },
  { id: 'time', name: 'A time range' },
];
const FORMS = [
  { id: 'sealed', name: 'Sealed: hashes can be verified' },
  { id: 'masked', name: 'Masked: without sealed personal data' },
];

export function ExportForm() {
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: runsApi.export,
    onSuccess: ({ name, text }) => saveText(name, text, 'application/x-ndjson'),
    onError: async (failure) => {
      await logoutIfAccessDenied(failure);
    },
  });
  return (
    <Form record={{ what: 'product', form: 'sealed' }} onSubmit={(values: object) => mutate(values as ExportInput)}>
      <SelectInput source="what" label="What" choices={WHAT} validate={required()} helperText={false} fullWidth />
      <FormDataConsumer<ExportInput>>{({ formData }) => <Which what={formData.what} />}</FormDataConsumer>
      <SelectInput source="form" label="Format" choices={FORMS} validate={required()} helperText={false} fullWidth />
      <Refusal error={error} />
      {data && (
        <Typography role="status" sx={{ pb: 1, overflowWrap: 'anywhere' }}>
          {counted(data.events, 'event', 'events')} in {data.name}.
        </Typography>
      )}
      <Button type="submit" variant="outlined" disabled={isPending}>
        {isPending ? 'Exporting…' : 'Export'}
      </Button>
    </Form>
  );
}

function Which({ what }: Pick<ExportInput, 'what'>) {
  if (what === 'time') {
    return (
      <>
        <TextInput source="from" type="date" label="From (UTC)" validate={required()} helperText={false} fullWidth />
        <TextInput source="to" type="date" label="To (UTC)" helperText={false} fullWidth />
      </>
    );
  }
  const [label, help] =
    what === 'stream'
      ? (['Stream', 'A title, name, email, code or id.'] as const)
      : (['Product id or title', false] as const);
  return <TextInput source="name" label={label} validate={required()} helperText={help} fullWidth />;
}
