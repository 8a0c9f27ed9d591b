import { screen } from '@testing-library/react';
import { type DataProvider, ResourceContextProvider } from 'react-admin';
import { openPage } from '../../../test/fixtures/admin/page.js';
import { InvitationCreate } from './InvitationCreate.js';

describe('an invitation', () => {
  it("shows the link as the server made it, because the shop's host may be another", async () => {
    const link = 'https://shop.test/register?token=a.b-c';
    const create = async () => ({ data: { id: 'i-1', adtoken: 'a.b-c', link } });
    const page = (
      <ResourceContextProvider value="invitations">
        <InvitationCreate />
      </ResourceContextProvider>
    );
    const dataProvider = { create } as unknown as DataProvider;
    const user = openPage('/invitations/create', { '/invitations/create': page }, { dataProvider });
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    expect(await screen.findByLabelText('Link')).toHaveValue(link);
  });
});
