import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { BillingAddress } from '../../../../backend/src/contract/api-types.js';
import { TEXTS } from '../../../../backend/src/contract/texts.js';
import { ApiError, messageOf } from '../../api.js';
import { serverNow } from '../../clock.js';
import { useIntent } from '../../intent.js';
import { InlineAlert, useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { CardFields } from '../profiles/card-fields.js';
import { NO_CARD, readCard } from '../profiles/card-values.js';
import { cardToken } from '../profiles/profiles.js';
import { setBilling, useRefresh } from './account.js';

interface CardDialogProps {
  name: string;
  billingAddress: BillingAddress;
  onClose(): void;
}

/** Another card for the fee. */
export function CardDialog({ name, billingAddress, onClose }: CardDialogProps) {
  const [problem, setProblem] = useState('');
  const token = useIntent();
  const billing = useIntent();
  const refresh = useRefresh();
  const alerts = useAlerts();
  const form = useForm({ defaultValues: { card: { ...NO_CARD, name } } });
  const submit = form.handleSubmit(async ({ card }) => {
    const read = readCard(card, serverNow());
    if (!read.ok) {
      form.setError(`card.${read.field}`, { message: read.text }, { shouldFocus: true });
      return setProblem(TEXTS.card);
    }
    try {
      await setBilling(billing, billingAddress, await cardToken(token, read.card));
      await refresh('account');
      alerts.show('success', 'Your new card is saved.');
      onClose();
    } catch (error) {
      setProblem(error instanceof ApiError && error.status === 400 ? TEXTS.card : messageOf(error));
    }
  });
  return (
    <Dialog open title="Change Card" onClose={onClose}>
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 p-4 lg:p-6">
          <CardFields />
          {problem && <InlineAlert type="danger" text={problem} />}
          <p className="font-medium">{TEXTS.promise}</p>
          <Button type="submit" disabled={form.formState.isSubmitting}>
            {form.formState.isSubmitting ? 'Saving...' : 'Save Card'}
          </Button>
        </form>
      </FormProvider>
    </Dialog>
  );
}
