import AccountIcon from '@mui/icons-material/PeopleOutlined';
import type { ListedAccount } from '@supreme-access/contract/api-types.js';
import { AccountList } from './AccountList.js';
import { AccountShow } from './AccountShow.js';
import { nameOf } from './roles.js';

export default {
  list: AccountList,
  show: AccountShow,
  icon: AccountIcon,
  recordRepresentation: (account: ListedAccount) => nameOf(account),
  options: { label: 'Accounts' },
};
