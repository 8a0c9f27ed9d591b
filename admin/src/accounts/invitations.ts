import InvitationIcon from '@mui/icons-material/PersonAddOutlined';
import { InvitationCreate } from './InvitationCreate.js';
import { InvitationList } from './InvitationList.js';

export default {
  list: InvitationList,
  create: InvitationCreate,
  icon: InvitationIcon,
  options: { label: 'Invitations' },
};
