import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

// jsdom lacks WebCrypto, so the server's answers are not encrypted here.
const pageKey = async () => ({ header: 'key', open: async (sealed: string) => JSON.parse(sealed) });
jest.unstable_mockModule('../api/jwe.js', () => ({ pageKey, encryptFor: async () => 'sealed' }));
const { given, PROFILE, refusal, SESSION } = await import('../../../test/fixtures/storefront/app.js');

const LISTED = [{ profileId: 'profile-1', eProfile: JSON.stringify(PROFILE) }];

beforeEach(() => localStorage.setItem('user', JSON.stringify(SESSION)));

async function askToRemove(answer: unknown) {
  const answers: Record<string, unknown> = { '/api/user/profiles/remove': answer, '/api/user/profiles': LISTED };
  const { fetched } = given('/user/profiles', answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove this profile?' });
  const press = (name: string) => userEvent.click(within(dialog).getByRole('button', { name }));
  const requests = () => fetched.mock.calls.filter(([url]) => url === '/api/user/profiles/remove');
  return { answers, dialog, press, requests };
}

describe('a saved profile', () => {
  it('is removed after a confirmation; orders keep their copy', async () => {
    const { answers, dialog, press, requests } = await askToRemove({ success: true });
    expect(dialog).toHaveTextContent('each order keeps a copy of what it needs until it ends');
    answers['/api/user/profiles'] = [];
    await press('Remove Profile');
    expect(await screen.findByText('Studio is removed.')).toBeInTheDocument();
    expect(await screen.findByText(/No profile yet/)).toBeInTheDocument();
    expect(requests().map(([, init]) => JSON.parse(String(init?.body)))).toEqual([{ profileId: 'profile-1' }]);
  });

  it('stays when the confirmation is cancelled', async () => {
    const { press, requests } = await askToRemove({ success: true });
    await press('Keep Profile');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(requests()).toEqual([]);
  });

  it('stays when the removal is refused, with the reason', async () => {
    const { dialog, press } = await askToRemove(refusal(404, 'not-found'));
    await press('Remove Profile');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('not-found at /api/user/profiles/remove');
  });
});
