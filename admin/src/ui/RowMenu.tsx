import MoreIcon from '@mui/icons-material/MoreVert';
import { Box, IconButton, ListItemText, Menu, MenuItem } from '@mui/material';
import { createContext, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { useCanAccess, useResourceContext } from 'react-admin';

type Ask = (close: () => void) => ReactNode;
interface OpenMenu {
  close: () => void;
  ask: (question: Ask) => void;
}

const Around = createContext<OpenMenu | null>(null);

/** Null outside a menu, where an action is a button of the page. */
export const useRowMenu = () => useContext(Around);

/**
 * `label` names the row for the menu's button. The menu opens once its entries are known, so that the focus starts at
 * the first.
 */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [question, setQuestion] = useState<{ ask: Ask } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { isPending } = useCanAccess({ resource: useResourceContext(), action: 'edit' });
  const id = useId();
  const close = () => setAnchor(null);
  const ask = (one: Ask) => {
    close();
    setQuestion({ ask: one });
  };
  return (
    // A click in here must not open the row's record.
    <Box component="span" onClick={(event) => event.stopPropagation()}>
      <IconButton
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        title={label}
        disabled={isPending}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      <Menu
        id={id}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        disableAutoFocusItem
        slotProps={{
          list: { ref: list, 'aria-label': label, disabledItemsFocusable: true },
          paper: { sx: { maxWidth: 340 } },
          transition: { onEntered: () => list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus() },
        }}
      >
        <Around value={{ close, ask }}>{children}</Around>
      </Menu>
      {question?.ask(() => setQuestion(null))}
    </Box>
  );
}

export interface MenuActionProps {
  label: string;
  /** A refused entry can be read but not chosen. */
  refusal?: string;
  danger?: boolean;
  onClick: () => void;
}

export function MenuAction({ label, refusal, danger, onClick }: MenuActionProps) {
  const color = refusal ? 'text.secondary' : danger ? 'error.main' : 'text.primary';
  return (
    <MenuItem
      aria-disabled={refusal ? true : undefined}
      onClick={refusal ? undefined : onClick}
      sx={{ color, whiteSpace: 'normal', cursor: refusal ? 'not-allowed' : 'pointer' }}
    >
      <ListItemText primary={label} secondary={refusal} slotProps={{ secondary: { variant: 'body2' } }} />
    </MenuItem>
  );
}
