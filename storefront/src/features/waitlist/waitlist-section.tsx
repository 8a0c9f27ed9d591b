import { sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import type { PublicProduct, WaitingPlace } from '@supreme-access/contract/shapes/products.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useState } from 'react';
import { useSession } from '../../api/session.js';
import { Button } from '../../ui/button.js';
import { ThumbBar } from '../../ui/thumb-bar.js';
import { profileTitle, useProfiles } from '../profiles/profiles.js';
import { useDropState } from '../shop/drop-state.js';
import type { Choice } from '../slots/confirm-slot.js';
import { Confirming } from '../slots/confirming.js';
import { useHeldSlots } from '../slots/held-slots.js';
import { JoinWaitlist } from './join-waitlist.js';
import { OfferClock } from './offer-bar.js';
import { hasOffer, ordinal, useKnowsPlaces, useOfferExpired, usePlaces, useWaitlist, waitingText } from './waitlist.js';

export function WaitlistSection({ product, goesTo }: { product: PublicProduct; goesTo: string }) {
  const state = useDropState(product);
  const isSignedIn = useSession() !== null;
  const { join, leave } = useWaitlist(product);
  const places = usePlaces(product, state === 'sold-out' || state === 'open');
  const expired = useOfferExpired(places);
  const arePlacesLoaded = useKnowsPlaces(product.productId);
  const allProfilesUsed = useAllProfilesUsed(product);
  const [joining, setJoining] = useState(false);
  // The state lives here because an accepted offer leaves the places while its dialog is open.
  const [choice, setChoice] = useState<Choice | null>(null);
  const canJoin = isSignedIn && arePlacesLoaded && state === 'sold-out' && places.length === 0 && !allProfilesUsed;
  if (state !== 'sold-out' && places.length === 0 && !expired && !choice) return null;
  return (
    <section aria-label="Waiting list" className="grid gap-4 border-y border-rule py-4">
      <p className="flex items-baseline justify-between gap-4">
        <span>Waiting list</span>
        <span className="count">{hasOffer(places) ? 'A slot for you' : waitingText(product.waiting)}</span>
      </p>
      <div aria-live="polite" className="grid gap-4">
        {expired && <p>You did not secure the slot in time. It is no longer held for you.</p>}
        {places.map((place) =>
          place.offeredUntil ? (
            <OfferedSlot key={place.profileId} place={place} until={place.offeredUntil} onSecure={setChoice} />
          ) : (
            <Waiting key={place.profileId} place={place} onLeave={() => void leave(place.profileId)} />
          ),
        )}
      </div>
      {canJoin && (
        <ThumbBar>
          <p className="text-sm">{TEXTS.promise}</p>
          <Button variant="volt" className="text-lg" onClick={() => setJoining(true)}>
            Join the Waiting List
          </Button>
        </ThumbBar>
      )}
      <Confirming {...{ product, choice, goesTo }} onClose={() => setChoice(null)} />
      {joining && <JoinWaitlist product={product} onJoin={join} onClose={() => setJoining(false)} />}
    </section>
  );
}

/** Whether every profile holds a slot of the drop. */
function useAllProfilesUsed({ productId }: PublicProduct): boolean {
  const profiles = useProfiles().data ?? [];
  const holding = new Set(useHeldSlots(productId).map((order) => order.profileId));
  return profiles.length > 0 && profiles.every(({ profileId }) => holding.has(profileId));
}

function Waiting({ place, onLeave }: { place: WaitingPlace; onLeave(): void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        You are <strong>{ordinal(place.rank)} on the waiting list</strong> for {sizeLabel(place.size)},{' '}
        {styleLabel(place.style)}.
      </p>
      <Button variant="quiet" onClick={onLeave}>
        Leave the Waiting List
      </Button>
    </div>
  );
}

interface OfferedSlotProps {
  place: WaitingPlace;
  until: string;
  onSecure(choice: Choice): void;
}

function OfferedSlot({ place, until, onSecure }: OfferedSlotProps) {
  const profile = useProfiles().data?.find(({ profileId }) => profileId === place.profileId);
  return (
    <div className="grid gap-3">
      <p className="text-lg">
        A slot is held for you: {sizeLabel(place.size)}, {styleLabel(place.style)}
        {profile && (
          <>
            , <bdi>{profileTitle(profile)}</bdi>
          </>
        )}
        .
      </p>
      <div className="relative z-30">
        <ThumbBar>
          <OfferClock until={until} className="text-head" />
          <p className="text-sm">Nobody else can take this slot until the time is up.</p>
          <Button
            variant="volt"
            disabled={!profile}
            className="text-lg"
            onClick={() => profile && onSecure({ size: place.size, style: place.style, profile })}
          >
            Secure Your Slot
          </Button>
        </ThumbBar>
      </div>
    </div>
  );
}
