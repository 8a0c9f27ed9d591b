import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api, messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { readSession } from '../../api/session.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { inDialog, lazyPart } from '../../ui/lazy-part.js';
import type { OwnProof } from './account.js';
import { type Erased, ON_RECORD } from './erased.js';

const PasswordDialog = lazyPart(
  async () => (await import('./password-dialog.js')).PasswordDialog,
  inDialog(({ title }) => title),
);

export function YourData() {
  const [erasing, setErasing] = useState(false);
  const alerts = useAlerts();
  const download = async () => {
    try {
      save(await api.get<object>('/api/user/export'));
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
  };
  return (
    <div className="grid justify-items-start gap-4">
      <p>
        Download everything we know about you, or erase your account. You can erase it once no order is being bought,
        paid for or refunded.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={() => void download()}>
          Download My Data
        </Button>
        <Button variant="quiet" onClick={() => setErasing(true)}>
          Erase Account
        </Button>
      </div>
      {erasing && <Erase onClose={() => setErasing(false)} />}
    </div>
  );
}

function save(data: object) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'supreme-access.json' });
  link.click();
  URL.revokeObjectURL(url);
}

function Erase({ onClose }: { onClose(): void }) {
  const send = useIntent();
  const navigate = useNavigate();
  const erase = async (proof: OwnProof) => {
    const { finished } = await send<{ finished: boolean }>('/api/user/erase', proof, () => proof);
    const state: Erased = { what: finished ? 'account' : 'account-soon', accountId: readSession()?.uuid };
    await navigate('/erased', { replace: true, state });
  };
  return (
    <Suspense fallback={null}>
      <PasswordDialog
        title="Erase your account?"
        text={`The slots you hold are withdrawn. Your details, addresses, profiles and cards are erased. ${ON_RECORD} This cannot be undone.`}
        action="Erase Everything"
        onProof={erase}
        onClose={onClose}
      />
    </Suspense>
  );
}
