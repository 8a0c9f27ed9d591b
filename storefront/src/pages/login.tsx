import { parameterOf } from '@supreme-access/contract/parameters.js';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { sessionHasEnded } from '../api/session.js';
import { LoginForm } from '../features/auth/login-form.js';
import { useReturnTo } from '../features/auth/return-to.js';
import { FormPage } from '../ui/form-page.js';

function productIn(path: string, query: URLSearchParams): string | null {
  const name = { '/product': 'productId', '/shop': 'item' }[path];
  const productId = name && parameterOf(query, name);
  if (!productId) return null;
  const promoCode = parameterOf(query, 'promoCode');
  return `?${new URLSearchParams({ productId, ...(promoCode && { promoCode }) })}`;
}

const LEAD = 'Log in to continue. You return to where you were going. ';
const LEADS: Readonly<Record<string, string>> = {
  '/shop': 'You need an account to use the shop: it keeps your profiles and your slots. Log in to continue. ',
};

function leadOf(path: string, returnTo: string | null, hasEnded: boolean): string {
  if (hasEnded) return returnTo ? 'You return to where you were going. ' : '';
  return LEADS[path] ?? (returnTo ? LEAD : '');
}

export function Login() {
  const { returnTo, state } = useReturnTo();
  const [path = '', query] = returnTo?.split('?', 2) ?? [];
  const product = productIn(path, new URLSearchParams(query));
  const [hasEnded] = useState(sessionHasEnded);
  return (
    <FormPage
      title="Log in."
      lead={
        <>
          {hasEnded && (
            <p role="status" className="mb-2 font-medium text-wait">
              Your session has ended. Log in again to continue.
            </p>
          )}
          <p>
            {leadOf(path, returnTo, hasEnded)}New here?{' '}
            <Link to="/signup" state={state} className="text-fg">
              Sign up
            </Link>
          </p>
          {path === '/shop' && !product && (
            <p className="mt-2">
              Just looking?{' '}
              <Link to="/" className="text-fg">
                See all drops
              </Link>
            </p>
          )}
          {product && (
            <p className="mt-2">
              In a hurry?{' '}
              <Link to={`/purchase${product}`} className="text-fg">
                Purchase without an account
              </Link>
            </p>
          )}
        </>
      }
    >
      <LoginForm returnTo={returnTo} />
    </FormPage>
  );
}
