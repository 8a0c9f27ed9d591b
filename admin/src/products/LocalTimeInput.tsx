import { Box } from '@mui/material';
import { resolveInstant } from '@supreme-access/contract/schedules.js';
import { DateTimeInput, FormDataConsumer, RadioButtonGroupInput } from 'react-admin';
import { zoneName } from '../ui/format.js';
import type { ProductForm } from './product-input.js';

export interface LocalTimeInputProps {
  source: 'releaseLocal' | 'closesLocal';
  choice: 'releaseChoice' | 'closesChoice';
  label: string;
  helperText: string;
}

const PROBLEMS = {
  invalid: 'Enter a date and a time.',
  'zone-required': 'Choose the drop zone first.',
  'zone-unknown': 'This time zone is unknown.',
  nonexistent: 'The clocks skip this time that day. Choose another time.',
  ambiguous: 'This time occurs twice that day. Choose which one below.',
};

export function LocalTimeInput({ source, choice, label, helperText }: LocalTimeInputProps) {
  const validate = (value: string | undefined, form: Partial<ProductForm>) => {
    if (!value) return undefined;
    const resolved = resolveInstant(value, form.releaseTz);
    if (resolved.ok) return undefined;
    const answered = resolved.problem === 'ambiguous' && resolved.instants.some((instant) => instant === form[choice]);
    return answered ? undefined : PROBLEMS[resolved.problem];
  };
  return (
    <Box>
      <DateTimeInput source={source} label={label} helperText={helperText} validate={validate} />
      <FormDataConsumer<ProductForm>>
        {({ formData }) => <AmbiguousTime source={choice} local={formData[source]} zone={formData.releaseTz} />}
      </FormDataConsumer>
    </Box>
  );
}

function AmbiguousTime({ source, local, zone }: { source: string; local: string; zone: string }) {
  const resolved = local ? resolveInstant(local, zone) : null;
  if (!resolved || resolved.ok || resolved.problem !== 'ambiguous') return null;
  const choices = resolved.instants.map((instant, index) => ({
    id: instant,
    name: `The ${index === 0 ? 'first' : 'second'} (${zoneName(instant, zone)})`,
  }));
  return <RadioButtonGroupInput source={source} label="This time occurs twice that day" choices={choices} />;
}
