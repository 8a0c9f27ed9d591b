import { TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import type { Country } from '@supreme-access/contract/countries.js';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, useForm } from 'react-hook-form';
import { Dialog } from '../../ui/dialog.js';
import { AddressFields } from './address-fields.js';
import { nextActive } from './address-lookup.js';
import { NO_ADDRESS } from './address-values.js';

Object.assign(globalThis, { TextEncoder });

const PLACES = [
  { label: '1 Main St, Austin', address1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701', country: 'US' },
  { label: '1 Main Rd, Perth', address1: '1 Main Rd', city: 'Perth', state: 'WA', zip: '6000', country: 'AU' },
];

let left: number;

function Form({ countries }: { countries?: readonly Country[] }) {
  const form = useForm({ defaultValues: { address: NO_ADDRESS } });
  return (
    <FormProvider {...form}>
      <Dialog open title="Details" onClose={() => (left += 1)}>
        <AddressFields {...(countries && { countries })} ships />
      </Dialog>
    </FormProvider>
  );
}

function given(places: unknown, countries?: readonly Country[]) {
  left = 0;
  const answer = async () => ({ ok: true, status: 200, headers: new Map(), text: async () => JSON.stringify(places) });
  Object.assign(globalThis, { fetch: jest.fn(answer) });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form countries={countries} />
    </QueryClientProvider>,
  );
}

describe('the address lookup', () => {
  it('fills the rest from the place chosen with the keyboard', async () => {
    given(PLACES);
    fireEvent.change(screen.getByLabelText('Address'), { target: { value: '1 Main' } });
    await screen.findByText('1 Main Rd, Perth');
    fireEvent.keyDown(screen.getByLabelText('Address'), { key: 'ArrowUp' });
    fireEvent.keyDown(screen.getByLabelText('Address'), { key: 'Enter' });
    expect(await screen.findByDisplayValue('WA')).toBe(screen.getByLabelText('State'));
    expect(screen.getByLabelText('City')).toHaveValue('Perth');
    expect(screen.getByLabelText('Country')).toHaveValue('AU');
    expect(screen.getByLabelText('Zip')).toHaveValue('6000');
    expect(screen.queryByText('1 Main St, Austin')).not.toBeInTheDocument();
  });

  it('is closed by Escape without the dialog around it', async () => {
    given(PLACES);
    fireEvent.change(screen.getByLabelText('Address'), { target: { value: '1 Main' } });
    await screen.findByText('1 Main Rd, Perth');
    screen.getByLabelText('Address').focus();
    fireEvent.keyDown(screen.getByLabelText('Address'), { key: 'Escape' });
    expect(screen.queryByText('1 Main Rd, Perth')).not.toBeInTheDocument();
    expect(left).toBe(0);
    fireEvent.keyDown(screen.getByLabelText('Address'), { key: 'Escape' });
    expect(left).toBe(1);
  });

  it('offers no place in a country that the form does not', async () => {
    given(PLACES, ['US', 'GB']);
    fireEvent.change(screen.getByLabelText('Address'), { target: { value: '1 Main' } });
    await screen.findByText('1 Main St, Austin');
    expect(screen.queryByText('1 Main Rd, Perth')).not.toBeInTheDocument();
  });

  it('never blocks typing', async () => {
    given([]);
    await userEvent.type(screen.getByLabelText('Address'), 'Unknown Lane 5');
    expect(screen.getByLabelText('Address')).toHaveValue('Unknown Lane 5');
  });

  it('cycles through its list, down and up', () => {
    expect([-1, 0, 1].map((active) => nextActive('ArrowDown', active, 2))).toEqual([0, 1, 0]);
    expect([-1, 0, 1].map((active) => nextActive('ArrowUp', active, 2))).toEqual([1, 1, 0]);
    expect(nextActive('a', 0, 2)).toBeNull();
  });
});

describe('the state', () => {
  it('is a list in the US and free text elsewhere; another country empties it', async () => {
    given([]);
    await userEvent.selectOptions(screen.getByLabelText('State'), 'TX');
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'CA');
    expect(screen.getByLabelText('State')).toHaveValue('');
    expect(screen.getByLabelText('State').tagName).toBe('INPUT');
  });

  it('is not asked for where addresses have none', async () => {
    given([]);
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'DE');
    expect(screen.queryByLabelText('State')).not.toBeInTheDocument();
  });
});

describe('an address that looks like a PO box', () => {
  it('shows a warning unless its owner says that it is a street', async () => {
    given([]);
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'DE');
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'Postfach 12' } });
    expect(screen.getByText(/^This looks like a PO box\./)).toHaveAttribute('role', 'status');
    await userEvent.click(screen.getByLabelText('This is a street address, not a PO box.'));
    expect(screen.queryByText(/looks like a PO box/)).not.toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'Postfachweg 12' } });
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });
});

describe('the zip', () => {
  it('is kept as it was pasted, whatever separates its digits', () => {
    given([]);
    const zip = screen.getByLabelText('Zip');
    fireEvent.change(zip, { target: { value: ' 97209 - 1234 ' } });
    expect(zip).toHaveValue(' 97209 - 1234 ');
    expect(zip).not.toHaveAttribute('maxlength');
  });
});
