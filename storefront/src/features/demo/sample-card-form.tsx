import { formatCardNumber, luhnValid } from '@supreme-access/contract/cards.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { digitsIn } from '@supreme-access/contract/typed-text.js';
import { useForm } from 'react-hook-form';
import { useAlerts } from '../../ui/alert.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { CardPreview } from '../cards/card-preview.js';
import { formatExpiry } from '../cards/card-values.js';
import { formatted } from '../cards/formatted-field.js';
import { SAMPLE_CARD } from './sample-card.js';

export function SampleCardForm() {
  const { name, number, month, year } = SAMPLE_CARD;
  const form = useForm({ defaultValues: { name, number, expiry: `${month}/${year.slice(-2)}`, code: '' } });
  const alerts = useAlerts();
  const typed = form.watch();
  const [shownMonth = '', shownYear = ''] = typed.expiry.split('/');
  const save = () => {
    const valid = luhnValid(typed.number.replaceAll(' ', ''));
    alerts.show(valid ? 'success' : 'danger', valid ? TEXTS.submitted : TEXTS.cardNumber);
  };
  const code = { mono: true, inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)} className="grid gap-6">
      <CardPreview card={{ ...typed, month: shownMonth, year: shownYear }} side="front" />
      <div className="grid grid-cols-2 gap-x-6 gap-y-2">
        <TextField label="Name on Card" className="col-span-2" autoComplete="off" {...form.register('name')} />
        <TextField
          label="Card Number"
          className="col-span-2"
          {...code}
          {...formatted(form.register('number'), formatCardNumber)}
        />
        <TextField label="Expiry (MM/YY)" {...code} {...formatted(form.register('expiry'), formatExpiry)} />
        <TextField label="Security Code" {...code} {...formatted(form.register('code'), digitsIn)} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Save</Button>
        <ButtonLink to="/creditCard" variant="quiet">
          Back
        </ButtonLink>
      </div>
    </form>
  );
}
