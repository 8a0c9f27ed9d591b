import { TEXTS } from '@supreme-access/contract/texts.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { type Moment, Timeline } from '../../ui/timeline.js';
import { CHECKS } from '../auth/register.js';

const SAMPLE: Moment[] = [
  { key: 1, at: '2026-03-06T11:00:03Z', text: 'Checked out at the retailer.', detail: 'Size M, Stone' },
  { key: 2, at: '2026-03-06T17:42:00Z', text: 'Packed.' },
  { key: 3, at: '2026-03-07T08:15:00Z', text: 'Handed to the carrier.', detail: 'Tracking number 1Z 000 000' },
  { key: 4, at: '2026-03-09T13:27:00Z', text: 'Delivered.' },
];

export function TrackForm() {
  const [tracked, setTracked] = useState('');
  const alerts = useAlerts();
  const form = useForm({ defaultValues: { orderId: '', email: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(
    ({ orderId }) => {
      setTracked(orderId.trim());
      alerts.show('success', TEXTS.submitted);
    },
    () => alerts.show('danger', TEXTS.notSubmitted),
  );
  return (
    <div className="grid gap-8">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-2">
        <TextField
          label="Order ID"
          mono
          error={errors.orderId?.message}
          {...form.register('orderId', { validate: (text) => text.trim() !== '' || 'Enter an order ID.' })}
        />
        <TextField
          label="Account Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email', { validate: CHECKS.email })}
        />
        <Button type="submit" className="mt-2 justify-self-start">
          Track
        </Button>
      </form>
      {tracked && (
        <section aria-label="Sample tracking" className="grid gap-3">
          <h2 className="heading text-head">How tracking would look</h2>
          <p className="count text-sm break-all text-muted">Order {tracked}</p>
          <Timeline moments={SAMPLE} />
        </section>
      )}
    </div>
  );
}
