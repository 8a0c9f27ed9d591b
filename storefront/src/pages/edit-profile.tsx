import { useParams } from 'react-router-dom';
import { AccountNav } from '../features/account/account-nav.js';
import { ProfileForm } from '../features/profiles/profile-form.js';
import { fromProfile } from '../features/profiles/profile-values.js';
import { profileTitle, useProfiles } from '../features/profiles/profiles.js';
import { FormPage } from '../ui/form-page.js';
import { LoadFailure, Loading } from '../ui/load-state.js';
import { Missing } from '../ui/missing.js';

export function EditProfile() {
  const { id } = useParams();
  const profiles = useProfiles();
  if (profiles.isPending) return <Loading />;
  if (profiles.isLoadingError) return <LoadFailure error={profiles.error} retry={profiles.refetch} />;
  const profile = profiles.data.find(({ profileId }) => profileId === id);
  if (!profile) return <Missing title="Profile not found." text="It was removed, or it belongs to another account." />;
  return (
    <>
      <AccountNav />
      <FormPage
        title={profileTitle(profile)}
        lead="Slots you hold keep the address and card they were secured with. Changes apply to your next slot."
      >
        <ProfileForm key={profile.profileId} start={fromProfile(profile)} saved={profile} />
      </FormPage>
    </>
  );
}
