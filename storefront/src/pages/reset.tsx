import { useParams } from 'react-router-dom';
import { ResetForm } from '../features/auth/reset-form.js';
import { FormPage } from '../ui/form-page.js';

export function Reset() {
  const { hash = '' } = useParams();
  return (
    <FormPage title="Set a new password." lead="It ends every session of your account. You login again afterwards.">
      <ResetForm hash={hash} />
    </FormPage>
  );
}
