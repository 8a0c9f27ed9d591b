import { sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import { PHONE_MAX, sizesOf } from '@supreme-access/contract/limits.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { useFormContext } from 'react-hook-form';
import { SelectField, TextField } from '../../ui/field.js';
import { CHECKS } from '../auth/register.js';
import { CardFields } from '../cards/card-fields.js';
import { countryOf } from '../contact/address-values.js';
import { PERSON_CHECKS } from '../contact/person-checks.js';
import { SizeGuide } from '../shop/size-guide.js';
import { type AcoValues, CARD_TYPES, coloursFor, onlyChoice, typeOfNumber } from './aco-values.js';

const chosen = (what: string) => ({ required: `Choose a ${what}.` });

export function AcoChoiceFields({ products }: { products: readonly PublicProduct[] }) {
  const { register, watch, setValue, formState } = useFormContext<AcoValues>();
  const { errors } = formState;
  const product = products.find(({ productId }) => productId === watch('productId'));
  const change = (event: { target: { value: string } }) => {
    const next = products.find(({ productId }) => productId === event.target.value);
    const { size, style } = next ? onlyChoice(next) : { size: '', style: '' };
    setValue('size', size);
    setValue('style', style);
  };
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-2">
      <SelectField
        label="Product"
        className="col-span-2"
        {...register('productId', { ...chosen('product'), onChange: change })}
      >
        {products.map(({ productId, productTitle }) => (
          <option key={productId} value={productId}>
            {productTitle}
          </option>
        ))}
      </SelectField>
      <SelectField label="Size" error={errors.size?.message} {...register('size', chosen('size'))}>
        <option value="">Choose</option>
        {product && sizesOf(product).map((size) => <Choice key={size} value={size} label={sizeLabel(size)} />)}
      </SelectField>
      <SelectField label="Colour" error={errors.style?.message} {...register('style', chosen('colour'))}>
        <option value="">Choose</option>
        {product && coloursFor(product).map((style) => <Choice key={style} value={style} label={styleLabel(style)} />)}
      </SelectField>
      {product && (
        <div className="col-span-2">
          <SizeGuide product={product} />
        </div>
      )}
    </div>
  );
}

function Choice({ value, label }: { value: string; label: string }) {
  return <option value={value}>{label}</option>;
}

export function AcoPersonFields() {
  const { register, formState } = useFormContext<AcoValues>();
  const { errors } = formState;
  const mobile = (phone: string, { address }: AcoValues) =>
    PERSON_CHECKS.mobile(phone, PHONE_MAX.setup, countryOf(address.country));
  return (
    <>
      <TextField
        label="Shipping Name"
        autoComplete="shipping name"
        error={errors.fullName?.message}
        {...register('fullName', { validate: PERSON_CHECKS.fullName })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email', { validate: CHECKS.email })}
      />
      <TextField
        label="Phone Number"
        type="tel"
        mono
        autoComplete="tel"
        error={errors.phone?.message}
        {...register('phone', { validate: mobile })}
      />
    </>
  );
}

export function AcoCardFields({ codeless }: { codeless: boolean }) {
  const { register, formState, setValue } = useFormContext<AcoValues>();
  const follow = (number: string) => {
    const type = typeOfNumber(number);
    if (type) setValue('cardType', type, { shouldValidate: formState.isSubmitted });
  };
  return (
    <>
      <SelectField
        label="Card Type"
        error={formState.errors.cardType?.message}
        {...register('cardType', chosen('card type'))}
      >
        <option value="">Choose</option>
        {Object.entries(CARD_TYPES).map(([type, { label }]) => (
          <Choice key={type} value={type} label={label} />
        ))}
      </SelectField>
      <CardFields nameless codeless={codeless} onNumber={follow} />
    </>
  );
}
