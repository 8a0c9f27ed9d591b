import { render, screen } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { HowMany } from './ResendButtons.js';

describe('the question before all emails are sent again', () => {
  it('names the number of orders', async () => {
    const dataProvider = { getList: async () => ({ data: [], total: 312 }) } as unknown as DataProvider;
    render(
      <CoreAdminContext dataProvider={dataProvider}>
        <HowMany />
      </CoreAdminContext>,
    );
    expect(await screen.findByText(/^The latest email of 312 orders is sent once more/)).toBeVisible();
  });
});
