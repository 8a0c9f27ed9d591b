import type { CardInput } from '@supreme-access/contract/sealing.js';
import type { ProfileView } from '@supreme-access/contract/shapes/people.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { ApiError, messageOf } from '../../api/api.js';
import { serverNow } from '../../api/clock.js';
import { useIntent } from '../../api/intent.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { useDraft } from '../../ui/draft.js';
import { FormActions } from '../../ui/form-page.js';
import { markProblems } from '../../ui/form-problems.js';
import { useRefresh } from '../account/account.js';
import { CardFields } from '../cards/card-fields.js';
import { CardError } from '../cards/card-problem.js';
import { useProveCard } from '../cards/card-token.js';
import { cardProblems, NO_CARD, readCard } from '../cards/card-values.js';
import { PROFILE_CARD } from '../cards/fee-card-props.js';
import { ADDRESS_FIELDS } from '../contact/address-values.js';
import { ProfileFields } from './profile-fields.js';
import { type ProfileValues, readProfile } from './profile-values.js';
import { saveProfile } from './profiles.js';

interface ProfileFormProps {
  start: ProfileValues;
  saved?: ProfileView;
}

const DETAILS = ['profileName', 'fullName', 'phone', 'email', ...ADDRESS_FIELDS] as const;

export function ProfileForm({ start, saved }: ProfileFormProps) {
  const [step, setStep] = useState<'details' | 'card'>('details');
  const form = useForm<ProfileValues>({ defaultValues: start });
  const alerts = useAlerts();
  const forget = useDraft(saved ? `profile:${saved.profileId}` : 'new-profile', form, DETAILS);
  const [problem, setProblem] = useState('');
  const save = useSave(forget, setProblem, saved);
  const refuse = () => alerts.show('danger', TEXTS.profile);

  const submit = form.handleSubmit(async (values) => {
    alerts.clear();
    setProblem('');
    const details = readProfile(values, saved);
    if (!details) return refuse();
    if (step === 'details' && !saved) return setStep('card');
    const read = step === 'card' ? readCard(values.card, serverNow()) : null;
    if (read && !read.ok) {
      markProblems(form, cardProblems(read.problems));
      return refuse();
    }
    await save(values, read?.card);
  }, refuse);

  const back = () => {
    form.setValue('card', NO_CARD);
    form.clearErrors('card');
    setStep('details');
  };
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
        {step === 'card' && <p className="text-sm text-muted">{PROFILE_CARD}</p>}
        {step === 'details' ? <ProfileFields /> : <CardFields />}
        {step === 'card' && <CardError text={problem} />}
        {saved && step === 'details' && <CardOnFile card={saved.card} onChange={() => setStep('card')} />}
        <Actions step={step} editing={saved !== undefined} busy={form.formState.isSubmitting} onBack={back} />
      </form>
    </FormProvider>
  );
}

/** Proves the card with a provider's token, saves the profile and goes to the reloaded list. */
function useSave(forget: () => void, showProblem: (cardProblem: string) => void, saved?: ProfileView) {
  const proveCard = useProveCard();
  const profile = useIntent();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const alerts = useAlerts();
  return async (values: ProfileValues, card?: CardInput) => {
    const input = readProfile(values, saved, card);
    if (!input) return;
    try {
      if (card) await proveCard(card, input.shipping.zip);
    } catch (error) {
      return showProblem(textOf(error));
    }
    try {
      await saveProfile(profile, input);
      forget();
      await refresh('profiles', 'account');
      await navigate('/user/profiles');
    } catch (error) {
      alerts.show('danger', textOf(error));
    }
  };
}

function textOf(error: unknown): string {
  return error instanceof ApiError && error.status === 400 ? TEXTS.profile : messageOf(error);
}

function CardOnFile({ card, onChange }: { card: ProfileView['card']; onChange(): void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-y border-rule py-3">
      <p>
        <span className="block text-sm text-muted">Card</span>
        <span className="count">
          •••• {card.last4} {String(card.month).padStart(2, '0')}/{String(card.year).slice(-2)}
        </span>
      </p>
      <Button variant="quiet" onClick={onChange}>
        Change
      </Button>
    </div>
  );
}

interface ActionsProps {
  step: 'details' | 'card';
  editing: boolean;
  busy: boolean;
  onBack(): void;
}

function Actions({ step, editing, busy, onBack }: ActionsProps) {
  const next = step === 'details' && !editing;
  return (
    <>
      <p className="font-medium">{TEXTS.promise}</p>
      <FormActions>
        <Button key={next ? 'next' : 'save'} type="submit" disabled={busy} className="max-lg:flex-1">
          {next ? 'Add Credit Card' : busy ? 'Saving...' : editing ? 'Save' : 'Save Profile'}
        </Button>
        {step === 'card' && (
          <Button variant="quiet" onClick={onBack}>
            Back
          </Button>
        )}
      </FormActions>
    </>
  );
}
