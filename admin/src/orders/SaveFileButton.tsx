import { Button, type ButtonProps } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { saveJson } from '../ui/export.js';
import { MenuAction, useRowMenu } from '../ui/RowMenu.js';

export interface SaveFileButtonProps<File> extends Pick<ButtonProps, 'size' | 'startIcon'> {
  label: string;
  name: string;
  load: () => Promise<File>;
  save?: (name: string, file: File) => void;
}

export function SaveFileButton<File>({
  label,
  name,
  load,
  save: written = saveJson,
  size,
  startIcon,
}: SaveFileButtonProps<File>) {
  const notify = useNotify();
  const { mutate, isPending } = useMutation({
    mutationFn: load,
    onSuccess: (file) => written(name, file),
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
