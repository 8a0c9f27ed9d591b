import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { type DataProvider, Notification, ResourceContextProvider } from 'react-admin';
import { openPage } from '../../../test/fixtures/admin/page.js';
import { InvitationCreate } from './InvitationCreate.js';

describe('an invitation', () => {
  it("shows the link as the server made it, because the shop's host may be another", async () => {
    const link = 'https://shop.test/register?token=a.b-c';
    const create = async () => ({ data: { id: 'i-1', adtoken: 'a.b-c', link } });
    const page = (
      <ResourceContextProvider value="invitations">
        <InvitationCreate />
        <Notification />
      </ResourceContextProvider>
    );
    const dataProvider = { create } as unknown as DataProvider;
    const user = openPage('/invitations/create', { '/invitations/create': page }, { dataProvider });
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    expect(await screen.findByLabelText('Link')).toHaveValue(link);
    const copied = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed.'));
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await screen.findByText('Your browser does not allow this page to copy.')).toBeInTheDocument();
    copied.mockRestore();
  });
});
