import { isStaff } from '@supreme-access/contract/sessions.js';
import type { AccountInfo } from '@supreme-access/contract/shapes/people.js';
import { useAccount } from '../features/account/account.js';
import { AccountNav } from '../features/account/account-nav.js';
import { CardOnAccount } from '../features/account/card-on-account.js';
import { Details } from '../features/account/details.js';
import { PasswordForm } from '../features/account/password-form.js';
import { YourData } from '../features/account/your-data.js';
import { LoadFailure, Loading } from '../ui/load-state.js';

export function Account() {
  const account = useAccount();
  return (
    <>
      <AccountNav />
      <header className="gutter flex flex-wrap items-end justify-between gap-4 py-8 lg:py-12">
        <h1 className="heading text-title">Account</h1>
        {account.data && isStaff(account.data) && (
          <a href="/admin" className="count text-sm">
            Open the admin application
          </a>
        )}
      </header>
      {account.isPending && <Loading />}
      {account.isLoadingError && <LoadFailure error={account.error} retry={account.refetch} />}
      {account.data && <Sections account={account.data} />}
    </>
  );
}

function Sections({ account }: { account: AccountInfo }) {
  return (
    <div className="gutter">
      <Section title="Details">
        <Details account={account} />
      </Section>
      <Section title="Card">
        <CardOnAccount account={account} />
      </Section>
      <Section title="Password">
        <PasswordForm account={account} />
      </Section>
      <Section title="Your data">
        <YourData />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="columns gap-y-4 border-t border-fg py-8">
      <h2 className="heading col-span-4 text-head lg:col-span-5">{title}</h2>
      <div className="col-span-4 lg:col-span-7">{children}</div>
    </section>
  );
}
