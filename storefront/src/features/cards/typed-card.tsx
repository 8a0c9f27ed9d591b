import { TEXTS } from '@supreme-access/contract/texts.js';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { serverNow } from '../../api/clock.js';
import { useIntent } from '../../api/intent.js';
import { markProblems } from '../../ui/form-problems.js';
import { CardFields } from './card-fields.js';
import { CardError, cardProblem } from './card-problem.js';
import { cardToken } from './card-token.js';
import { cardProblems, NO_CARD, readCard } from './card-values.js';
import type { FeeCardProps } from './fee-card-props.js';

/** Our own card fields: the number is encrypted here, and the server exchanges it for a token of the emulator. */
export function TypedCard({ name, zip, save, lead, children, className }: FeeCardProps) {
  const [problem, setProblem] = useState('');
  const form = useForm({ defaultValues: { card: { ...NO_CARD, name } } });
  const send = useIntent();
  const submit = form.handleSubmit(async (values) => {
    setProblem('');
    const read = readCard(values.card, serverNow());
    if (!read.ok) {
      markProblems(form, cardProblems(read.problems));
      return setProblem(TEXTS.card);
    }
    try {
      await save(await cardToken(send, read.card, zip), read.card);
    } catch (error) {
      setProblem(cardProblem(error));
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} onInput={() => setProblem('')} className={className}>
        {lead}
        <CardFields />
        <CardError text={problem} />
        {children(form.formState.isSubmitting)}
      </form>
    </FormProvider>
  );
}
