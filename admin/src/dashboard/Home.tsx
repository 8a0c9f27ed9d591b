import type { Role } from '@supreme-access/contract/statuses.js';
import { usePermissions } from 'react-admin';
import { lazily } from '../ui/lazily.js';

const Dashboard = lazily(async () => (await import('./Dashboard.js')).Dashboard);
const AuditorHome = lazily(async () => (await import('./AuditorHome.js')).AuditorHome);

/** Whoever runs drops begins with the day, whoever audits with what is proven. */
export function Home() {
  const { permissions, isPending } = usePermissions<Role[]>();
  if (isPending) return null;
  return permissions?.includes('admin') ? <Dashboard /> : <AuditorHome />;
}
