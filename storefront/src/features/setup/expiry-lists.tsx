import { CARD_YEARS_AHEAD } from '@supreme-access/contract/limits.js';
import type { UseFormReturn } from 'react-hook-form';
import { serverNow } from '../../api/clock.js';
import { SelectField } from '../../ui/field.js';

export interface CardFormValues {
  cardName: string;
  cardNumber: string;
  cardMonth: string;
  cardYear: string;
  cardCvv: string;
}

export const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** The years in which a card may expire, the current one first. `now` is in ms UTC. */
export function cardYears(now: number): string[] {
  const first = new Date(now).getUTCFullYear();
  return Array.from({ length: CARD_YEARS_AHEAD }, (_, index) => String(first + index));
}

export function monthPassed(month: string, year: string, now: number): boolean {
  const today = new Date(now);
  return Number(year) === today.getUTCFullYear() && Number(month) < today.getUTCMonth() + 1;
}

export function ExpiryLists({ form }: { form: UseFormReturn<CardFormValues> }) {
  const now = serverNow();
  const { cardMonth, cardYear } = form.watch();
  const leavePassed = (event: { target: { value: string } }) => {
    if (monthPassed(cardMonth, event.target.value, now)) form.setValue('cardMonth', '');
  };
  return (
    <>
      <SelectField
        label="Month"
        autoComplete="cc-exp-month"
        error={form.formState.errors.cardMonth?.message}
        {...form.register('cardMonth')}
      >
        <option value="">Month</option>
        {MONTHS.map((month) => (
          <option key={month} value={month} disabled={monthPassed(month, cardYear, now)}>
            {month}
          </option>
        ))}
      </SelectField>
      <SelectField label="Year" autoComplete="cc-exp-year" {...form.register('cardYear', { onChange: leavePassed })}>
        <option value="">Year</option>
        {cardYears(now).map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </SelectField>
    </>
  );
}
