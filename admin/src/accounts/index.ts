import AccountIcon from '@mui/icons-material/PeopleOutlined';
import InvitationIcon from '@mui/icons-material/PersonAddOutlined';
import type { ListedAccount } from '@supreme-access/contract/api-types.js';
import { AccountList } from './AccountList.js';
import { AccountShow } from './AccountShow.js';
import { InvitationCreate } from './InvitationCreate.js';
import { InvitationList } from './InvitationList.js';
import { nameOf } from './roles.js';

export const accounts = {
  list: AccountList,
  show: AccountShow,
  icon: AccountIcon,
  recordRepresentation: (account: ListedAccount) => nameOf(account),
  options: { label: 'Accounts' },
};

export const invitations = {
  list: InvitationList,
  create: InvitationCreate,
  icon: InvitationIcon,
  options: { label: 'Invitations' },
};
