import { Box } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { SaveButton, SimpleForm, Toolbar } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { PageHead } from './PageHead.js';
import { hasDraft, Unsaved } from './Unsaved.js';

export interface FormPageProps {
  title: string;
  save: string;
  values: object;
  complete?: boolean;
  children: ReactNode;
}

export function FormPage({ title, save, values, complete = false, children }: FormPageProps) {
  const [opened] = useState(values);
  const { pathname } = useLocation();
  // Two records may share a title, and it may change during an edit; a record's dialog has other fields.
  const [form] = useState(`page ${pathname}`);
  const [isRestored] = useState(() => hasDraft(form));
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageHead title={title} />
      <SimpleForm
        record={values}
        toolbar={<SaveBar label={save} complete={complete || isRestored} />}
        sx={{ p: 0, pt: 1 }}
      >
        <Unsaved form={form} isChanged={values !== opened} />
        {children}
      </SimpleForm>
    </Box>
  );
}

function SaveBar({ label, complete }: { label: string; complete: boolean }) {
  return (
    <Toolbar>
      <SaveButton label={label} color="secondary" icon={null} alwaysEnable={complete} />
    </Toolbar>
  );
}
