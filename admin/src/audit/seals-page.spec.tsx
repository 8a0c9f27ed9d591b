import { jest } from '@jest/globals';
import { sealText } from '@supreme-access/contract/seals.js';
import type { PublicKey, PublishedSeal } from '@supreme-access/contract/shapes/audit.js';
import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import { screen, waitFor } from '@testing-library/react';
import { type DataProvider, useRefresh } from 'react-admin';
import { openPage } from '../../../test/fixtures/admin/page.js';
import { system } from '../system/system-data.js';
import { SealsPage } from './SealsPage.js';
import { sealsApi } from './seals-api.js';

const OVERDUE: ReadinessCondition = {
  name: 'Seals',
  state: 'late',
  says: 'The first seal is overdue.',
  todo: 'Look at the log.',
};

function SealsPageAndRefresh() {
  const refresh = useRefresh();
  return (
    <>
      <button type="button" onClick={() => refresh()}>
        Again
      </button>
      <SealsPage />
    </>
  );
}

async function signed(
  number: number,
  keyId: string,
): Promise<{ seal: PublishedSeal & { id: number }; key: PublicKey }> {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey('Ed25519', true, ['sign'])) as CryptoKeyPair;
  const unsigned = { number, size: number, position: number, root: 'r', previous: '', at: 0, keyId };
  const signature = await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(sealText(unsigned)));
  const text = Buffer.from(signature).toString('base64url');
  const { x = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { seal: { id: number, ...unsigned, signature: text }, key: { keyId, publicKey: x } };
}

describe('the page of seals', () => {
  afterEach(() => jest.restoreAllMocks());

  it('shows an overdue seal, and what to do', async () => {
    jest.spyOn(system, 'readiness').mockResolvedValue({ ready: true, role: 'all', conditions: [OVERDUE] });
    const getList = async () => ({ data: [], total: 0 });
    openPage('/seals', { '/seals': <SealsPage /> }, { dataProvider: { getList } as unknown as DataProvider });
    expect(await screen.findByRole('alert')).toHaveTextContent('The first seal is overdue. Look at the log.');
  });

  it('knows a key that was made after the page was opened', async () => {
    jest.spyOn(system, 'readiness').mockResolvedValue({ ready: true, role: 'all', conditions: [] });
    const [first, second] = [await signed(1, 'first'), await signed(2, 'second')];
    const keys = jest.spyOn(sealsApi, 'keys').mockResolvedValueOnce([first.key]);
    let rows = [first.seal];
    const getList = async () => ({ data: rows, total: rows.length });
    const client = { dataProvider: { getList } as unknown as DataProvider };
    const user = openPage('/seals', { '/seals': <SealsPageAndRefresh /> }, client);
    expect(await screen.findAllByText('Valid')).toHaveLength(1);

    rows = [second.seal, first.seal];
    let read = (_keys: PublicKey[]) => {};
    keys.mockReturnValue(
      new Promise((resolve) => {
        read = resolve;
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Again' }));
    await screen.findByText('Seal 2');
    expect(screen.queryByText('Invalid')).toBeNull();
    read([first.key, second.key]);
    await waitFor(() => expect(screen.getAllByText('Valid')).toHaveLength(2));
  });
});
