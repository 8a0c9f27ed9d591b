import { jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, testDataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { useKeys } from './keys.js';
import { lazily } from './lazily.js';
import { Shortcuts } from './Shortcuts.js';

const next = jest.fn();

function List() {
  useKeys({ j: next });
  return <button type="button">Row</button>;
}

function show() {
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  const Palette = lazily(async () => {
    await loaded;
    return (await import('./palette/Palette.js')).Palette;
  }, null);
  const dataProvider = testDataProvider({ getList: async () => ({ data: [], total: 0 }) });
  render(
    <MemoryRouter>
      <AdminContext dataProvider={dataProvider}>
        <Shortcuts Palette={Palette} />
        <List />
      </AdminContext>
    </MemoryRouter>,
  );
  return { user: userEvent.setup({ delay: null }), load: () => act(async () => load()) };
}

describe('text typed while the palette is loading', () => {
  it('becomes its search, and triggers no key of the page', async () => {
    const { user, load } = show();
    await user.keyboard('{Control>}k{/Control}jx{Backspace}oj');
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    await load();
    const field = await screen.findByRole('combobox', { name: /^Search orders/ });
    await waitFor(() => expect(field).toHaveValue('joj'));
    expect(next).not.toHaveBeenCalled();
    await user.keyboard('{End}a');
    expect(field).toHaveValue('joja');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('j');
    expect(next).toHaveBeenCalledTimes(1);
  });
});
