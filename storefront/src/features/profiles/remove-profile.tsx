import type { ProfileView } from '@supreme-access/contract/shapes/people.js';
import { useState } from 'react';
import { messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { InlineAlert, useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { useRefresh } from '../account/account.js';
import { profileTitle } from './profiles.js';

interface RemoveProfileProps {
  profile: ProfileView;
  onClose(): void;
}

export function RemoveProfile({ profile, onClose }: RemoveProfileProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send = useIntent();
  const refresh = useRefresh();
  const alerts = useAlerts();
  const { profileId } = profile;
  const remove = async () => {
    setBusy(true);
    setProblem('');
    try {
      await send('/api/user/profiles/remove', profileId, () => ({ profileId }));
      await refresh('profiles', 'account');
      alerts.show('success', `${profileTitle(profile)} is removed.`);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog open title="Remove this profile?" onClose={onClose}>
      <div className="grid gap-5 p-4 lg:p-6">
        <p>
          This removes <bdi>{profileTitle(profile)}</bdi>, its address and its card from your account. Slots you secured
          with it stay yours: each order keeps a copy of what it needs until it ends.
        </p>
        {problem && <InlineAlert type="danger" text={problem} />}
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void remove()} disabled={busy}>
            {busy ? 'Removing...' : 'Remove Profile'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep Profile
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
