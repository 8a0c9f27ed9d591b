import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Form, FormDataConsumer, SaveButton } from 'react-admin';
import { Link } from 'react-router-dom';
import { useStrayClicks } from './stray-clicks.js';
import { Unsaved } from './Unsaved.js';

export interface FormDialogProps {
  title: string;
  save: string;
  values: object;
  everyField: string;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({ title, save, values, everyField, onClose, children }: FormDialogProps) {
  const heading = useId();
  const strayClicks = useStrayClicks(onClose);
  return (
    <Dialog
      open
      {...strayClicks}
      onClick={(event) => event.stopPropagation()}
      maxWidth="xs"
      fullWidth
      aria-labelledby={heading}
    >
      {/* Each field reports its own error, instead of the browser or a notification. */}
      <Form record={values} noValidate disableInvalidFormNotification>
        <DialogTitle id={heading}>{title}</DialogTitle>
        <DialogContent>
          <Unsaved form={everyField} />
          {children}
        </DialogContent>
        <DialogActions>
          <FormDataConsumer>
            {({ formData: { picture: _notKept, ...record } }) => (
              <Button
                component={Link}
                to={everyField}
                state={{ record }}
                onClick={() => window.scrollTo(0, 0)}
                sx={{ mr: 'auto' }}
              >
                All fields
              </Button>
            )}
          </FormDataConsumer>
          <Button onClick={onClose}>Back</Button>
          <SaveButton label={save} color="secondary" icon={null} alwaysEnable />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
