import { stateShown } from '@supreme-access/contract/addresses.js';
import type { ProfileView } from '@supreme-access/contract/shapes/people.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Suspense, useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.js';
import { inDialog, lazyPart } from '../../ui/lazy-part.js';
import { RowBoundary } from '../../ui/row-boundary.js';
import { fullName } from '../contact/names.js';
import { profileTitle } from './profiles.js';

const RemoveProfile = lazyPart(
  async () => (await import('./remove-profile.js')).RemoveProfile,
  inDialog('Remove this profile?'),
);

export function ProfileList({ profiles }: { profiles: ProfileView[] }) {
  if (profiles.length === 0) {
    return (
      <p className="gutter border-y border-fg py-10">
        No profile yet. A profile is a person, an address and a card; you need one to secure a slot. {TEXTS.promise}
      </p>
    );
  }
  return (
    <ul className="gutter border-t border-fg">
      {profiles.map((profile) => (
        <li key={profile.profileId} className="border-b border-rule py-6">
          <RowBoundary what="profile">
            <ProfileRow profile={profile} />
          </RowBoundary>
        </li>
      ))}
    </ul>
  );
}

function ProfileRow({ profile }: { profile: ProfileView }) {
  const { shipping, card } = profile;
  const state = stateShown(shipping);
  return (
    <article className="columns items-start gap-y-4" aria-label={profileTitle(profile)}>
      <div className="col-span-4 lg:col-span-4">
        <h2 dir="auto" className="heading text-head break-words">
          {profileTitle(profile)}
        </h2>
        <p dir="auto">{fullName(shipping)}</p>
      </div>
      <div className="col-span-4 lg:col-span-3">
        <p dir="auto">{[shipping.address1, shipping.address2].filter(Boolean).join(', ')}</p>
        <p>
          <bdi>{shipping.city}</bdi>, {state && <bdi>{state}</bdi>} <span className="count">{shipping.zip}</span>
        </p>
        {profile.poBox && (
          <p className="mt-1 text-sm font-medium text-wait">PO box: orders shipped here get no refund.</p>
        )}
      </div>
      <div className="col-span-4 lg:col-span-3">
        <p className="count">•••• {card.last4}</p>
        <p className="break-words">{profile.email}</p>
        {!card.codeOnFile && (
          <p className="mt-1 text-sm text-muted">We ask for the security code when you confirm a slot.</p>
        )}
      </div>
      <ProfileActions profile={profile} />
    </article>
  );
}

function ProfileActions({ profile }: { profile: ProfileView }) {
  const [removing, setRemoving] = useState(false);
  return (
    <div className="col-span-4 flex flex-wrap gap-3 lg:col-span-2 lg:flex-col">
      <ButtonLink variant="quiet" to={`/editProfile/${encodeURIComponent(profile.profileId)}`}>
        Edit Info
      </ButtonLink>
      <Button variant="quiet" onClick={() => setRemoving(true)}>
        Remove
      </Button>
      <Suspense fallback={null}>
        {removing && <RemoveProfile profile={profile} onClose={() => setRemoving(false)} />}
      </Suspense>
    </div>
  );
}
