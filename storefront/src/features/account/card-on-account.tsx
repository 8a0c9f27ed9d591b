import type { AccountInfo } from '@supreme-access/contract/shapes/people.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.js';
import { inDialog, lazyPart } from '../../ui/lazy-part.js';

const CardDialog = lazyPart(async () => (await import('./card-dialog.js')).CardDialog, inDialog('Change Card'));

export function CardOnAccount({ account }: { account: AccountInfo }) {
  const [open, setOpen] = useState(false);
  const { billingAddress, billingLast4 } = account;
  if (!billingAddress) {
    return (
      <p>
        A card needs a billing address. Add one to your details, or <Link to="/signup2">finish the setup</Link>.
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="count text-xl">{billingLast4 ? `•••• •••• •••• ${billingLast4}` : 'No card yet'}</p>
      <p>{TEXTS.promise}</p>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {billingLast4 ? 'Change' : 'Add Card'}
      </Button>
      <Suspense fallback={null}>
        {open && <CardDialog name={account.name} billingAddress={billingAddress} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}
