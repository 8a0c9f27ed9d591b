import BoardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import { Menu as RaMenu } from 'react-admin';

export function Menu() {
  return (
    <RaMenu>
      <RaMenu.Item to="/" primaryText="Board" leftIcon={<BoardIcon />} />
      <RaMenu.ResourceItem name="products" />
      <RaMenu.ResourceItem name="orders" />
      <RaMenu.ResourceItem name="promos" />
      <RaMenu.ResourceItem name="accounts" />
      <RaMenu.ResourceItem name="invitations" />
    </RaMenu>
  );
}
