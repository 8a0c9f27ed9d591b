import { Injectable } from '@nestjs/common';
import { subjectOfAccount } from '../accounts/account.js';
import { subjectOfInvitation } from '../accounts/invitation.js';
import { LiveEvents } from '../platform/log/live-events.js';
import { Sealer } from '../platform/vault/sealer.js';
import { subjectOfGuest } from '../profiles/guest-profiles.js';

/** Lets go of the keys that other processes have erased: a key that is still remembered here would still open what is sealed. */
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
