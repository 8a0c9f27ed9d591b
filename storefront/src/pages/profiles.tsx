import { AccountNav } from '../features/account/account-nav.js';
import { ProfileList } from '../features/profiles/profile-list.js';
import { useProfiles } from '../features/profiles/profiles.js';
import { ButtonLink } from '../ui/button.js';
import { LoadFailure, Loading } from '../ui/load-state.js';

export function Profiles() {
  const profiles = useProfiles();
  return (
    <>
      <AccountNav />
      <header className="gutter flex flex-wrap items-end justify-between gap-6 py-8 lg:py-12">
        <h1 className="heading text-title">Profiles</h1>
        <ButtonLink to="/newProfile">Add Profile</ButtonLink>
      </header>
      {profiles.isPending && <Loading />}
      {profiles.isLoadingError && <LoadFailure error={profiles.error} retry={profiles.refetch} />}
      {profiles.data && <ProfileList profiles={profiles.data} />}
    </>
  );
}
