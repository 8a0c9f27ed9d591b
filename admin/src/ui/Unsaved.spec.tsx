import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type DataProvider, Form, ResourceContextProvider, SaveButton, TextInput } from 'react-admin';
import { createMemoryRouter, Link, RouterProvider, useNavigate } from 'react-router-dom';
import { clearSession, writeSession } from '../session.js';
import { FormPage } from './FormPage.js';
import { changedIn } from './storable.js';
import { Unsaved } from './Unsaved.js';

const ADA = { token: 'jwt', uuid: 'a1', name: 'Ada', isAdmin: true };
const RECORD = { title: 'Shell' };
const SECRETS = ['cardNumber', 'cardCode', 'code', 'stripeToken', 'password', 'newPassword', 'otp'];

function Editing() {
  const navigate = useNavigate();
  return (
    <Form record={RECORD} onSubmit={async () => navigate('/saved')}>
      <Unsaved form="Edit Shell" />
      <TextInput source="title" label="Title" />
      {SECRETS.map((name) => (
        <TextInput key={name} source={name} label={name} />
      ))}
      <SaveButton label="Save" />
      <Link to="/elsewhere">Elsewhere</Link>
    </Form>
  );
}

function open() {
  const element = (
    <AdminContext dataProvider={{} as DataProvider}>
      <ResourceContextProvider value="products">
        <Editing />
      </ResourceContextProvider>
    </AdminContext>
  );
  const pages = ['elsewhere', 'saved', 'login'].map((path) => ({ path: `/${path}`, element: <p>{path}</p> }));
  const router = createMemoryRouter([{ path: '/', element }, ...pages]);
  render(<RouterProvider router={router} />);
  return router;
}
const title = async () => (await screen.findByLabelText<HTMLInputElement>('Title')).value;
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => writeSession(ADA));
afterEach(clearSession);

describe('a form that is not saved', () => {
  it('asks before a link leaves it, and stays or leaves', async () => {
    open();
    await type('Title', ' Coat');
    await userEvent.click(screen.getByText('Elsewhere'));
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await press('Keep editing');
    expect(await title()).toBe('Shell Coat');
    await userEvent.click(screen.getByText('Elsewhere'));
    await press('Leave');
    await screen.findByText('elsewhere');
    cleanup();
    open();
    expect(await title()).toBe('Shell');
  });

  it('asks nothing before input and after saving', async () => {
    open();
    await userEvent.click(screen.getByText('Elsewhere'));
    await screen.findByText('elsewhere');
    cleanup();
    open();
    await type('Title', ' Coat');
    await press('Save');
    await screen.findByText('saved');
  });

  it('waits for the same account after its session has ended', async () => {
    const router = open();
    await type('Title', ' Coat');
    clearSession();
    await router.navigate('/login');
    await screen.findByText('login');
    cleanup();
    writeSession({ ...ADA, token: 'another' });
    open();
    await screen.findByText('This is what you typed before. It is not saved yet.');
    expect(await title()).toBe('Shell Coat');
    await press('Save');
    await screen.findByText('saved');
  });

  it('is not shown to another account', async () => {
    const router = open();
    await type('Title', ' Coat');
    clearSession();
    await router.navigate('/login');
    cleanup();
    writeSession({ ...ADA, uuid: 'b2' });
    open();
    expect(await title()).toBe('Shell');
    expect({ ...sessionStorage }).toEqual({});
  });

  it('keeps no card, code or password', async () => {
    open();
    for (const name of SECRETS) await type(name, '42424');
    await type('Title', '!');
    expect(Object.values({ ...sessionStorage })).toEqual(['{"title":"Shell!"}']);
  });

  it('belongs to its record, even where another one has the same name', async () => {
    const page = (id: string) => {
      const path = `/products/${id}`;
      const element = (
        <AdminContext dataProvider={{} as DataProvider}>
          <FormPage title="Edit Shell" save="Save" values={RECORD}>
            <TextInput source="title" label="Title" />
          </FormPage>
        </AdminContext>
      );
      render(<RouterProvider router={createMemoryRouter([{ path, element }], { initialEntries: [path] })} />);
    };
    page('one');
    await type('Title', ' Coat');
    clearSession();
    cleanup();
    writeSession(ADA);
    page('two');
    expect(await title()).toBe('Shell');
    cleanup();
    page('one');
    expect(await title()).toBe('Shell Coat');
  });
});

it('an input with another empty value is unchanged', () => {
  const opened = { a: undefined, b: null, c: '', d: 'Shell', e: ['s'] };
  expect(changedIn({ a: [], b: '', c: null, d: 'Shell', e: ['s'], f: '' }, opened)).toEqual([]);
  expect(changedIn({ d: '', e: [], f: 'x' }, opened)).toEqual(['d', 'e', 'f']);
  expect(changedIn({ d: 'typed before it was ready' }, null)).toEqual([]);
});
