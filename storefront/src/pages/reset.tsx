import { useParams } from 'react-router-dom';
import { ResetForm } from '../features/auth/reset-form.js';
import { FormPage } from '../ui/form-page.js';

export function Reset() {
  const { hash = '' } = useParams();
  return (
    <FormPage
      title="Set a new password."
      lead="Saving it logs you out on all devices. Then log in with the new password."
    >
      <ResetForm hash={hash} />
    </FormPage>
  );
}
