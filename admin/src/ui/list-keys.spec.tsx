import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { useListKeys } from './list-keys.js';

function List() {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  return (
    <div ref={list}>
      <input aria-label="Search" />
      <ul>
        <li data-row>
          <input type="checkbox" aria-label="Choose" />
          <a href="#one">One</a>
        </li>
        <li data-row>
          <a href="#two">Two</a>
        </li>
        <li data-row>Three</li>
      </ul>
    </div>
  );
}

function show() {
  render(
    <CoreAdminContext store={memoryStore()}>
      <List />
    </CoreAdminContext>,
  );
  return userEvent.setup();
}

describe('the keys of a list', () => {
  it('move the focus through its rows, and stay at both ends', async () => {
    const user = show();
    const seen: (string | null | undefined)[] = [];
    for (const key of ['j', 'j', 'j', 'j', 'k', 'k', 'k']) {
      await user.keyboard(key);
      seen.push(document.activeElement?.textContent);
    }
    expect(seen).toEqual(['One', 'Two', 'Three', 'Three', 'Two', 'One', 'One']);
  });

  it("continue from a row's checkbox", async () => {
    const user = show();
    await user.click(screen.getByRole('checkbox', { name: 'Choose' }));
    await user.keyboard('j');
    expect(screen.getByRole('link', { name: 'Two' })).toHaveFocus();
  });

  it('are letters in an input', async () => {
    const user = show();
    const search = screen.getByRole('textbox', { name: 'Search' });
    await user.type(search, 'jk');
    expect(search).toHaveFocus();
    expect(search).toHaveValue('jk');
  });
});
