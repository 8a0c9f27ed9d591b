import { jest } from '@jest/globals';
import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import { screen } from '@testing-library/react';
import type { DataProvider } from 'react-admin';
import { openPage } from '../../../test/fixtures/admin/page.js';
import { system } from '../system/system-data.js';
import { SealsPage } from './SealsPage.js';

const OVERDUE: ReadinessCondition = {
  name: 'Seals',
  state: 'late',
  says: 'The first seal is overdue.',
  todo: 'Look at the log.',
};

describe('the page of seals', () => {
  afterEach(() => jest.restoreAllMocks());

  it('shows an overdue seal, and what to do', async () => {
    jest.spyOn(system, 'readiness').mockResolvedValue({ ready: true, role: 'all', conditions: [OVERDUE] });
    const getList = async () => ({ data: [], total: 0 });
    openPage('/seals', { '/seals': <SealsPage /> }, { dataProvider: { getList } as unknown as DataProvider });
    expect(await screen.findByRole('alert')).toHaveTextContent('The first seal is overdue. Look at the log.');
  });
});
