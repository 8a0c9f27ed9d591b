import { BOUNCES } from '@supreme-access/contract/labels.js';
import type { BouncedMail } from '@supreme-access/contract/shapes/people.js';
import { day } from '../../ui/times.js';

export function Bounced({ mail: { at, reason } }: { mail: BouncedMail }) {
  return (
    <p className="text-sm font-medium text-wait">
      An email to you bounced on <time dateTime={at}>{day(at)}</time>. {BOUNCES[reason]} Change your address, or check
      that our emails can reach you.
    </p>
  );
}
