import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LoginForm, type LoginFormProps } from './LoginForm.js';

describe('the login form', () => {
  function show(changes: Partial<LoginFormProps> = {}) {
    const onLogin = jest.fn();
    render(<LoginForm asksForCode={false} isPending={false} error={null} onLogin={onLogin} {...changes} />);
    return { user: userEvent.setup(), onLogin };
  }
  const email = () => screen.getByRole('textbox', { name: /^Email/ });
  const password = () => screen.getByLabelText(/^Password/);
  const signIn = () => screen.getByRole('button', { name: 'Log in' });

  it('submits what was typed', async () => {
    const { user, onLogin } = show();
    await user.type(email(), 'ada@example.org');
    await user.type(password(), 'a long enough passphrase{Enter}');
    expect(onLogin.mock.calls).toEqual([[{ email: 'ada@example.org', password: 'a long enough passphrase' }]]);
  });

  it('reports missing input at each field, focuses the first, and clears corrected ones', async () => {
    const { user, onLogin } = show();
    await user.type(email(), 'ada');
    await user.click(signIn());
    expect(onLogin).not.toHaveBeenCalled();
    expect(email()).toHaveFocus();
    expect(email()).toHaveAccessibleDescription('Please enter a valid email.');
    expect(password()).toHaveAccessibleDescription('Required');
    await user.type(email(), '@example.org');
    expect(email()).not.toHaveAccessibleDescription('Please enter a valid email.');
    expect(password()).toBeInvalid();
  });

  it('asks for a code where one is needed', async () => {
    const { user, onLogin } = show({ asksForCode: true, error: new Error('Type your code.') });
    expect(screen.getByRole('alert')).toHaveTextContent('Type your code.');
    expect(screen.getByRole('textbox', { name: /^Code/ })).toHaveFocus();
    await user.type(email(), 'ada@example.org');
    await user.type(password(), 'passphrase');
    await user.click(signIn());
    expect(onLogin).not.toHaveBeenCalled();
    await user.type(screen.getByRole('textbox', { name: /^Code/ }), '123456{Enter}');
    expect(onLogin.mock.calls).toEqual([[{ email: 'ada@example.org', password: 'passphrase', otp: '123456' }]]);
  });

  it('reveals the password on request', async () => {
    const { user } = show();
    expect(password()).toHaveAttribute('type', 'password');
    const toggle = screen.getByRole('button', { name: 'Show password', pressed: false });
    await user.click(toggle);
    expect(password()).toHaveAttribute('type', 'text');
    expect(toggle).toHaveAttribute('aria-pressed', 'true');
  });
});
