import { FormProvider, useForm } from 'react-hook-form';
import { TEXTS } from '../../../../backend/src/contract/texts.js';
import { ApiError, messageOf } from '../../api.js';
import { serverNow } from '../../clock.js';
import { useIntent } from '../../intent.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { CardFields } from '../profiles/card-fields.js';
import { NO_CARD, readCard } from '../profiles/card-values.js';
import { cardToken } from '../profiles/profiles.js';

/** Another card for a fee that the first one could not pay. */
export function FeeCardForm({ name, pay }: { name: string; pay(token: string): Promise<void> }) {
  const form = useForm({ defaultValues: { card: { ...NO_CARD, name } } });
  const send = useIntent();
  const alerts = useAlerts();
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ card }) => {
    alerts.clear();
    const read = readCard(card, serverNow());
    if (!read.ok) {
      form.setError(`card.${read.field}`, { message: read.text }, { shouldFocus: true });
      return alerts.show('danger', TEXTS.card);
    }
    try {
      await pay(await cardToken(send, read.card));
    } catch (error) {
      alerts.show('danger', error instanceof ApiError && error.status === 400 ? TEXTS.card : messageOf(error));
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 border-t border-fg pt-6">
        <h2 className="heading text-head">Another card</h2>
        <CardFields />
        <Button type="submit" look="quiet" disabled={isSubmitting} className="justify-self-start">
          {isSubmitting ? 'Paying...' : 'Pay With This Card'}
        </Button>
      </form>
    </FormProvider>
  );
}
