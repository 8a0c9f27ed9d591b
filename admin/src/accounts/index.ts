import AccountIcon from '@mui/icons-material/PeopleOutlined';
import InvitationIcon from '@mui/icons-material/PersonAddOutlined';
import type { ListedAccount } from '@supreme-access/contract/shapes/people.js';
import { lazily } from '../ui/lazily.js';
import { nameOf } from './roles.js';

export const accounts = {
  list: lazily(async () => (await import('./AccountList.js')).AccountList),
  show: lazily(async () => (await import('./AccountShow.js')).AccountShow),
  icon: AccountIcon,
  recordRepresentation: (account: ListedAccount) => nameOf(account),
  options: { label: 'Accounts' },
};

export const invitations = {
  list: lazily(async () => (await import('./InvitationList.js')).InvitationList),
  create: lazily(async () => (await import('./InvitationCreate.js')).InvitationCreate),
  icon: InvitationIcon,
  options: { label: 'Invitations' },
};

export const SecurityPage = lazily(async () => (await import('./SecurityPage.js')).SecurityPage);
