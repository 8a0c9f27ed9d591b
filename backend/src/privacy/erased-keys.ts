import { Injectable } from '@nestjs/common';
import { subjectOfAccount } from '../customers/accounts/account.js';
import { subjectOfInvitation } from '../customers/accounts/invitation.js';
import { subjectOfGuest } from '../customers/profiles/guest-profiles.js';
import { Sealer } from '../event-sourcing/sealer.js';
import { LiveEvents } from '../projections/live-events.js';

/** Another process may have erased a key that this one still caches. */
@Injectable()
export class ErasedKeys {
  constructor(sealer: Sealer, live: LiveEvents) {
    live.onEvent(({ type, category, id }) => {
      if (type !== 'PersonalDataErased') return;
      if (category === 'account') sealer.forget(subjectOfAccount(id));
      if (category === 'invitation') sealer.forget(subjectOfInvitation(id));
      if (category === 'order') sealer.forget(subjectOfGuest(id));
    });
  }
}
