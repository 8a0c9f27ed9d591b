import { Link } from 'react-router-dom';
import { LoginForm } from '../features/auth/login-form.js';
import { useOnward } from '../features/auth/return-to.js';
import { FormPage } from '../ui/form-page.js';

export function Login() {
  const { returnTo, state } = useOnward();
  const product = returnTo?.startsWith('/product?') ? returnTo.slice('/product'.length) : null;
  return (
    <FormPage
      title="Login."
      lead={
        <>
          <p>
            {returnTo ? 'Login to go on. You return to where you were going. ' : ''}New here?{' '}
            <Link to="/signup" state={state} className="text-fg">
              Sign up
            </Link>
          </p>
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
