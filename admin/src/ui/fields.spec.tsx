import { jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  AdminContext,
  AutocompleteInput,
  DateTimeInput,
  NumberInput,
  PasswordInput,
  SaveButton,
  SearchInput,
  SelectInput,
  SimpleForm,
  TextInput,
  testDataProvider,
} from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { AmountInput, DecimalInput, WholeInput } from './NumberInputs.js';
import { lightTheme } from './theme.js';

const CHOICES = [{ id: 'a', name: 'A' }];

function show() {
  return render(
    <MemoryRouter>
      <AdminContext theme={lightTheme} dataProvider={testDataProvider()}>
        <SimpleForm toolbar={false}>
          <NumberInput source="price" min={1} max={9} step={0.5} />
          <TextInput source="title" />
          <PasswordInput source="password" />
          <SearchInput source="q" />
          <DateTimeInput source="until" />
          <SelectInput source="size" choices={CHOICES} />
          <AutocompleteInput source="person" choices={CHOICES} />
        </SimpleForm>
      </AdminContext>
    </MemoryRouter>,
  );
}

describe('the fields of forms', () => {
  afterEach(() => jest.restoreAllMocks());

  it('render no unknown attributes', () => {
    const complained = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { container } = show();
    expect(complained).not.toHaveBeenCalled();
    expect(container.querySelectorAll('[inputprops], [inputlabelprops]')).toHaveLength(0);
  });

  it('keep the bounds and step of a number, and the end adornment', async () => {
    const { container } = show();
    const price = screen.getByRole('spinbutton');
    for (const [name, value] of Object.entries({ min: '1', max: '9', step: '0.5' })) {
      expect(price).toHaveAttribute(name, value);
    }
    expect(container.querySelector('.ra-input-q [data-testid=SearchIcon]')).toBeInTheDocument();
    expect(container.querySelector('input[type=password]')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /password/ }));
    expect(container.querySelector('input[type=password]')).not.toBeInTheDocument();
  });

  it('list their choices', async () => {
    show();
    await userEvent.click(screen.getByRole('combobox', { name: /person/ }));
    await screen.findByRole('option', { name: 'A' });
  });

  it('read a number as people write it, and keep text that is no number', async () => {
    const saved = jest.fn();
    render(
      <MemoryRouter>
        <AdminContext theme={lightTheme} dataProvider={testDataProvider()}>
          <SimpleForm onSubmit={saved} toolbar={<SaveButton alwaysEnable />}>
            <DecimalInput source="price" />
            <WholeInput source="stock" />
            <AmountInput source="limit" currency="usd" />
            <AmountInput source="yen" currency="jpy" />
          </SimpleForm>
        </AdminContext>
      </MemoryRouter>,
    );
    const write = (name: RegExp, value: string) => {
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
      fireEvent.blur(screen.getByRole('textbox', { name }));
    };
    write(/price/, '12 or 13');
    write(/stock/, '1.5');
    write(/limit/, '1.250');
    write(/yen/, '12,50');
    await userEvent.click(screen.getByRole('button', { name: /save/i }));
    await screen.findByText('Write a number, such as 12.50.');
    await screen.findByText('Write a whole number.');
    await screen.findByText('Write an amount, such as 1250.00.');
    await screen.findByText('Write an amount, such as 1250.');
    expect(screen.getByRole('textbox', { name: /price/ })).toHaveValue('12 or 13');
    write(/price/, '$1.234,50');
    write(/stock/, '１,000');
    write(/limit/, '1.250,00');
    write(/yen/, '1,250');
    await userEvent.click(screen.getByRole('button', { name: /save/i }));
    await waitFor(() =>
      expect(saved.mock.calls[0]?.[0]).toMatchObject({ price: 1234.5, stock: 1000, limit: 1250, yen: 1250 }),
    );
  });
});
