import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { SaveButton, SimpleForm, Toolbar } from 'react-admin';
import { PageHead } from './PageHead.js';

export interface FormPageProps {
  title: string;
  /** what the button says happens */
  save: string;
  /** what the inputs start from */
  values: object;
  /** what it starts from can be saved as it is */
  complete?: boolean;
  children: ReactNode;
}

export function FormPage({ title, save, values, complete = false, children }: FormPageProps) {
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageHead title={title} />
      <SimpleForm record={values} toolbar={<SaveBar label={save} complete={complete} />} sx={{ p: 0, pt: 1 }}>
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
