import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { SaveButton, SimpleForm, Toolbar } from 'react-admin';
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
  const [isRestored] = useState(() => hasDraft(title));
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageHead title={title} />
      <SimpleForm
        record={values}
        toolbar={<SaveBar label={save} complete={complete || isRestored} />}
        sx={{ p: 0, pt: 1 }}
      >
        <Unsaved form={title} isChanged={values !== opened} />
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
