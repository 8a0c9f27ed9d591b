import type { AccountInfo } from '@supreme-access/contract/shapes/people.js';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { hasDraft } from '../../ui/draft.js';
import { addressLine, fromBilling } from '../contact/address-values.js';
import { Bounced } from './bounced.js';
import { DETAILS_STEP, DetailsForm } from './details-form.js';
import { Unverified } from './unverified.js';

export function Details({ account }: { account: AccountInfo }) {
  const [editing, setEditing] = useState(() => hasDraft(DETAILS_STEP));
  if (editing) return <DetailsForm account={account} onDone={() => setEditing(false)} />;
  const rows = [
    ['Name', account.name],
    ['Phone', account.phone],
    ['Email', account.email],
    ['Billing address', account.billingAddress ? addressLine(fromBilling(account.billingAddress)) : ''],
  ] as const;
  return (
    <div className="grid gap-5">
      <dl>
        {rows.map(([term, value]) => (
          <div key={term} className="grid gap-x-4 border-b border-rule py-2.5 first:pt-0 sm:grid-cols-[10rem_1fr]">
            <dt className="text-sm text-muted">{term}</dt>
            <dd dir="auto" className={`break-words ${term === 'Phone' ? 'count' : ''}`}>
              {value || 'Not added yet'}
            </dd>
          </div>
        ))}
      </dl>
      {account.pendingEmail && (
        <p className="break-words text-sm font-medium text-wait">
          We emailed a link to <bdi>{account.pendingEmail}</bdi>. Open it to start logging in with that address.
        </p>
      )}
      {account.mailBounced && <Bounced mail={account.mailBounced} />}
      {!account.emailVerified && <Unverified />}
      <Button variant="quiet" className="justify-self-start" onClick={() => setEditing(true)}>
        Edit
      </Button>
    </div>
  );
}
