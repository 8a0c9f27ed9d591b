import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

// jsdom leaves out WebCrypto: here the server's answers are not encrypted
const pageKey = async () => ({ header: 'key', open: async (sealed: string) => JSON.parse(sealed) });
jest.unstable_mockModule('../api/jwe.js', () => ({ pageKey, encryptFor: async () => 'sealed' }));
const { given, PROFILE, refusal, SESSION } = await import('../app.fixture.js');

const LISTED = [{ profileId: 'profile-1', eProfile: JSON.stringify(PROFILE) }];

beforeEach(() => localStorage.setItem('user', JSON.stringify(SESSION)));

async function askToRemove(answer: unknown) {
  const answers: Record<string, unknown> = { '/api/user/profiles/remove': answer, '/api/user/profiles': LISTED };
  const { fetched } = given('/user/profiles', answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove this profile?' });
  const press = (name: string) => userEvent.click(within(dialog).getByRole('button', { name }));
  const asked = () => fetched.mock.calls.filter(([url]) => url === '/api/user/profiles/remove');
  return { answers, dialog, press, asked };
}

describe('a saved profile', () => {
  it('is removed once that was confirmed; orders keep their copy', async () => {
    const { answers, dialog, press, asked } = await askToRemove({ success: true });
    expect(dialog).toHaveTextContent('each order keeps a copy of what it needs until it ends');
    answers['/api/user/profiles'] = [];
    await press('Remove Profile');
    expect(await screen.findByText('Studio is removed.')).toBeInTheDocument();
    expect(await screen.findByText(/No profile yet/)).toBeInTheDocument();
    expect(asked().map(([, init]) => JSON.parse(String(init?.body)))).toEqual([{ profileId: 'profile-1' }]);
  });

  it('stays for whoever thinks better of it', async () => {
    const { press, asked } = await askToRemove({ success: true });
    await press('Keep Profile');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(asked()).toEqual([]);
  });

  it('stays when that is refused, and says why', async () => {
    const { dialog, press } = await askToRemove(refusal(404, 'not-found'));
    await press('Remove Profile');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('not-found at /api/user/profiles/remove');
  });
});
