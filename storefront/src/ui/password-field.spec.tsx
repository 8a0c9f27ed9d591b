import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PasswordField } from './password-field.js';

describe('a password field', () => {
  const password = () => screen.getByLabelText('Password');
  const toggle = () => screen.getByRole('button', { name: 'Show Password' });
  beforeEach(async () => {
    render(
      <form onSubmit={(event) => event.preventDefault()}>
        <PasswordField label="Password" autoComplete="current-password" />
        <button type="submit">Send</button>
      </form>,
    );
    await userEvent.type(password(), 'lantern otter');
  });

  it('hides its text until it is revealed, and keeps it', async () => {
    expect(password()).toHaveAttribute('type', 'password');
    expect(toggle()).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(toggle());
    expect(password()).toHaveAttribute('type', 'text');
    expect(password()).toHaveValue('lantern otter');
    expect(toggle()).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(toggle());
    expect(password()).toHaveAttribute('type', 'password');
  });

  it('hides its text on submit, so that no browser saves it', async () => {
    await userEvent.click(toggle());
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(password()).toHaveAttribute('type', 'password');
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });
});
