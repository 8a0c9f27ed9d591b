import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { given, SETTINGS } from '../../../../test/fixtures/storefront/app.js';
import { strengthOf } from './password-strength.js';

beforeEach(() => localStorage.clear());

describe('the strength of a password', () => {
  it.each([
    ['what everybody takes', 'password1', 0],
    ['the same with what forms ask for', 'Passw0rd!', 0],
    ['a greeting with what forms ask for', 'Welcome1!', 0],
    ['a season and its year', 'Summer2026!', 0],
    ['the neighbours on a keyboard', 'qwertzuiop', 1],
    ['words that have nothing to do with each other', 'lantern otter mosaic plum', 4],
  ])('rates %s', (_, password, strength) => expect(strengthOf(password, [])).toBe(strength));

  it("is lower for parts of one's own name or address", () => {
    const [stranger, owner] = [strengthOf('okafor.mirabel', []), strengthOf('okafor.mirabel', ['Mirabel Okafor'])];
    expect(owner).toBeLessThan(stranger);
    expect(strengthOf('grace.hopper99', ['grace.hopper99@example.com'])).toBe(0);
  });
});

describe('a new password', () => {
  const type = async (text: string) => userEvent.type(await screen.findByLabelText('Password'), text);
  const register = () => given('/signup', { '/api/settings': SETTINGS });

  it('has advice only while it is typed', async () => {
    register();
    await screen.findByLabelText('Password');
    expect(screen.queryByText(/weak/i)).not.toBeInTheDocument();
    await type('password1');
    expect(await screen.findByText(/Very weak\. Try three or four unrelated words\./)).toBeInTheDocument();
    await userEvent.clear(screen.getByLabelText('Password'));
    await type('lantern otter mosaic plum');
    expect(await screen.findByText('Strong.')).toBeInTheDocument();
  });

  it('is rated against the address in the same form', async () => {
    register();
    await userEvent.type(await screen.findByLabelText('Email'), 'zebulon.quartermaine@example.com');
    await type('zebulon.quartermaine');
    expect(await screen.findByText(/Very weak\. Try three or four unrelated words\./)).toBeInTheDocument();
  });
});
