import type { BouncedMail } from '@supreme-access/contract/api-types.js';
import { BOUNCES } from '@supreme-access/contract/labels.js';
import { day } from '../../ui/times.js';

export function Bounced({ mail: { at, reason } }: { mail: BouncedMail }) {
  return (
    <p className="text-sm font-medium text-wait">
      A mail to you bounced on <time dateTime={at}>{day(at)}</time>. {BOUNCES[reason]} Change your address, or see that
      our mails get through.
    </p>
  );
}
