import { useCanAccess, useResourceContext } from 'react-admin';

/** Whether to offer what changes things here. Auditors read; the server decides. */
export function useMayWrite(): boolean {
  const resource = useResourceContext();
  const { canAccess } = useCanAccess({ resource, action: 'edit' });
  return canAccess === true;
}
