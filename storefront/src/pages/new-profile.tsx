import { useAccount } from '../features/account/account.js';
import { AccountNav } from '../features/account/account-nav.js';
import { ProfileForm } from '../features/profiles/profile-form.js';
import { NO_PROFILE } from '../features/profiles/profile-values.js';
import { FormPage } from '../ui/form-page.js';
import { Loading } from '../ui/load-state.js';

export function NewProfile() {
  const account = useAccount();
  if (account.isPending) return <Loading />;
  const { name = '', phone = '', email = '' } = account.data ?? {};
  return (
    <>
      <AccountNav />
      <FormPage
        title="New profile."
        lead="A profile is a person, an address and a card. Each one can hold one slot per drop."
      >
        <ProfileForm start={{ ...NO_PROFILE, fullName: name, phone, email }} />
      </FormPage>
    </>
  );
}
