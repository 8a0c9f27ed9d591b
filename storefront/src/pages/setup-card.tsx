import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { TEXTS } from '../../../backend/src/contract/texts.js';
import { serverNow } from '../clock.js';
import { useOnward } from '../features/auth/return-to.js';
import { CardFields } from '../features/profiles/card-fields.js';
import { NO_CARD, readCard } from '../features/profiles/card-values.js';
import { type CardOwner, CardPromise, CardStep, useSaveCard } from '../features/setup/card-step.js';
import { SetupPage } from '../features/setup/setup-page.js';
import { useAlerts } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { FormActions } from '../ui/form-page.js';

export function SetupCard() {
  return (
    <CardStep>
      {(owner) => (
        <SetupPage step={3} title="Which card?" lead={<CardPromise />}>
          <SetupCardForm owner={owner} />
        </SetupPage>
      )}
    </CardStep>
  );
}

function SetupCardForm({ owner }: { owner: CardOwner }) {
  const save = useSaveCard(owner);
  const alerts = useAlerts();
  const { state } = useOnward();
  const form = useForm({ defaultValues: { card: { ...NO_CARD, name: owner.account.name } } });
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    alerts.clear();
    const read = readCard(values.card, serverNow());
    if (read.ok) return save(read.card);
    form.setError(`card.${read.field}`, { message: read.text }, { shouldFocus: true });
    alerts.show('danger', TEXTS.card);
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <CardFields />
        <FormActions>
          <Button type="submit" disabled={isSubmitting} className="max-lg:flex-1">
            {isSubmitting ? 'Saving your card...' : 'Complete'}
          </Button>
          <Link to="/signupcomplete" state={state}>
            Add Later
          </Link>
        </FormActions>
      </form>
    </FormProvider>
  );
}
