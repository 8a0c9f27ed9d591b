import { Button, type ButtonProps } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { saveJson } from '../ui/export.js';
import { MenuAction, useRowMenu } from '../ui/RowMenu.js';

export interface SaveFileButtonProps extends Pick<ButtonProps, 'size' | 'startIcon'> {
  label: string;
  name: string;
  load: () => Promise<unknown>;
}

export function SaveFileButton({ label, name, load, size, startIcon }: SaveFileButtonProps) {
  const notify = useNotify();
  const { mutate, isPending } = useMutation({
    mutationFn: load,
    onSuccess: (file) => saveJson(name, file),
    onError: ({ message }) => notify(message, { type: 'error', messageArgs: { _: message } }),
  });
  const menu = useRowMenu();
  if (menu) {
    const save = () => {
      menu.close();
      mutate();
    };
    return <MenuAction label={label} onClick={save} />;
  }
  return (
    <Button
      variant="outlined"
      size={size}
      startIcon={size === 'small' ? undefined : startIcon}
      disabled={isPending}
      onClick={(event) => {
        // A click on the row would open its record.
        event.stopPropagation();
        mutate();
      }}
    >
      {label}
    </Button>
  );
}
