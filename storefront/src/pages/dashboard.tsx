import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '../session.js';
import { Loading } from '../ui/load-state.js';

/** Admins go to their own application, shoppers to their orders. */
export function Dashboard() {
  const admin = useSession()?.isAdmin ?? false;
  useEffect(() => {
    if (admin) location.assign('/admin');
  }, [admin]);
  return admin ? <Loading /> : <Navigate to="/user/orders" replace />;
}
