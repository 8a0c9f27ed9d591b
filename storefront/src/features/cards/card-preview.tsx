import './card-preview.css';
import { cardBrand } from '@supreme-access/contract/cards.js';
import { cardPattern } from './card-pattern.js';
import { brandName } from './card-values.js';

export interface ShownCard {
  number: string;
  name: string;
  month: string;
  year: string;
  code: string;
}

const CHIP = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export function CardPreview({ card, side }: { card: ShownCard; side: 'front' | 'back' }) {
  return (
    <div aria-hidden="true" className="card-preview @container max-w-md" data-side={side}>
      <div className="card-turn">
        <Front card={card} />
        <Back code={card.code} amex={cardBrand(card.number) === 'amex'} />
      </div>
    </div>
  );
}

function Front({ card: { number, name, month, year } }: { card: ShownCard }) {
  return (
    <div className="card-face p-[6cqi]">
      <p className="flex items-start justify-between">
        <span className="heading text-[6cqi] leading-none">Supreme Access</span>
        <span className="text-sm font-semibold">{brandName(number)}</span>
      </p>
      <div className="grid gap-[4cqi]">
        <span className="card-chip">
          {CHIP.map((part) => (
            <span key={part} />
          ))}
        </span>
        <Digits number={number} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-4">
        <p>
          <span className="block text-mini">Card name</span>
          <span dir="auto" className="block truncate font-semibold">
            {name || 'Full name'}
          </span>
        </p>
        <p>
          <span className="block text-mini">Expires</span>
          <span className="count">
            {month || 'MM'}/{year.slice(-2) || 'YY'}
          </span>
        </p>
      </div>
    </div>
  );
}

function Digits({ number }: { number: string }) {
  return (
    <p className="card-digits">
      {cardPattern(number).map((group) => (
        <span key={group.key} className="card-group">
          {group.digits.map(({ key, text }) => (
            <span key={`${key}${text}`} className="card-digit">
              {text}
            </span>
          ))}
        </span>
      ))}
    </p>
  );
}

function Back({ code, amex }: { code: string; amex: boolean }) {
  return (
    <div className="card-face card-back py-[7cqi]">
      <div className="h-[12cqi] bg-muted" />
      <div className="px-[6cqi]">
        <p className="text-right text-mini">Security code</p>
        <p className="count flex h-[10cqi] items-center justify-end bg-volt px-3 text-lg text-ink">
          {'•'.repeat(code.length) || (amex ? '0000' : '000')}
        </p>
      </div>
      <p className="px-[6cqi] text-mini">We do not keep it for long.</p>
    </div>
  );
}
