import { Link as TextLink } from '@mui/material';
import { Link } from 'react-router-dom';

export function controlRoomOf(productId: string): string {
  return `/control-room/${encodeURIComponent(productId)}`;
}

/** From where a drop is shown to where it is run. */
export function ControlRoomLink({ productId }: { productId: string }) {
  return (
    <TextLink
      component={Link}
      to={controlRoomOf(productId)}
      color="inherit"
      sx={{ display: 'inline-block', py: 0.5, fontWeight: 600 }}
    >
      Control room
    </TextLink>
  );
}
