import { exactly, figureLabel, missedOf } from '@supreme-access/contract/drop-sums.js';
import { counted } from '@supreme-access/contract/labels.js';
import type { DropSums, MissedSlots, PublicFigure } from '@supreme-access/contract/shapes/drops.js';
import { viewerTime } from '../../ui/times.js';

const WHY: Record<MissedSlots['reason'], string> = {
  'sold-out': 'Sold out at the retailer',
  'over-limit': 'Cost more than the limit agreed',
  refused: 'Refused by the retailer',
  'no-code': 'No card security code on file',
  unproven: 'No proof of a purchase in time',
  withdrawn: 'Withdrawn after the release',
  other: 'Other reasons',
};

/** ms after the release */
function afterRelease(ms: number | null): string {
  return ms === null ? 'none' : `+${counted(ms, 'ms', 'ms')}`;
}

export function ArrivalsBoard({ sums }: { sums: DropSums }) {
  const { stock, held, bought, missed, releaseAt, firstAttempt, lastAttempt } = sums;
  const released = new Date(releaseAt).toISOString();
  const notBought = missedOf(held, bought);
  const isSplit = missed.some(({ reason }) => reason !== 'other');
  return (
    <section className="col-span-4 grid content-start gap-8 lg:col-span-5" aria-labelledby="sums">
      <h2 id="sums" className="heading text-head">
        What became of the slots
      </h2>
      <dl className="border-t border-fg">
        <Row term="Slots" figure={exactly(stock)} all={stock} />
        <Row term="Held at the release" figure={exactly(held)} all={held} />
        <Row term="Bought" figure={bought} all={held} large />
        <Row term="Not bought, not charged" figure={notBought} all={held} />
        {isSplit && missed.map((one) => <Row key={one.reason} term={WHY[one.reason]} figure={one} all={held} inner />)}
      </dl>
      <dl className="border-t border-fg">
        <TextRow term="Released">
          <time dateTime={released}>{viewerTime(released)}</time>
        </TextRow>
        <TextRow term="First attempt">{afterRelease(firstAttempt)}</TextRow>
        <TextRow term="Last attempt">{afterRelease(lastAttempt)}</TextRow>
      </dl>
      <p className="max-w-prose text-sm text-muted">
        Counts under five are not published, nor exact ones from which such a count could be computed. Attempts are the
        first for each order, in milliseconds after the release.
      </p>
    </section>
  );
}

interface RowProps {
  term: string;
  figure: PublicFigure;
  all: number;
  large?: boolean;
  inner?: boolean;
}

function Row({ term, figure, all, large, inner }: RowProps) {
  const size = large ? 'text-2xl font-semibold' : '';
  return (
    <div className={`flex items-baseline justify-between gap-4 border-b border-rule py-2 ${inner ? 'pl-5' : ''}`}>
      <dt className={inner ? 'text-muted' : 'font-medium'}>{term}</dt>
      <dd className={`count text-right ${size}`}>{figureLabel(figure, all)}</dd>
    </div>
  );
}

function TextRow({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-rule py-2">
      <dt className="font-medium">{term}</dt>
      <dd className="count text-right">{children}</dd>
    </div>
  );
}
