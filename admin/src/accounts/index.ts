import AccountIcon from '@mui/icons-material/PeopleOutlined';
import InvitationIcon from '@mui/icons-material/PersonAddOutlined';
import type { ListedAccount } from '@supreme-access/contract/api-types.js';
import { lazily } from '../ui/lazily.js';
import { nameOf } from './roles.js';

export const accounts = {
  list: lazily(() => import('./AccountList.js'), 'AccountList'),
  show: lazily(() => import('./AccountShow.js'), 'AccountShow'),
  icon: AccountIcon,
  recordRepresentation: (account: ListedAccount) => nameOf(account),
  options: { label: 'Accounts' },
};

export const invitations = {
  list: lazily(() => import('./InvitationList.js'), 'InvitationList'),
  create: lazily(() => import('./InvitationCreate.js'), 'InvitationCreate'),
  icon: InvitationIcon,
  options: { label: 'Invitations' },
};

export const SecurityPage = lazily(() => import('./SecurityPage.js'), 'SecurityPage');
