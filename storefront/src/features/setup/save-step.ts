import { toBillingAddress } from '@supreme-access/contract/addresses.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { useAlerts } from '../../ui/alert.js';
import { setBilling, updateDetails, useRefresh } from '../account/account.js';
import { useReturnTo } from '../auth/return-to.js';

function useStep(goesTo: string, forget: () => void) {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const alerts = useAlerts();
  const { state } = useReturnTo();
  return async (save: () => Promise<void>) => {
    alerts.clear();
    try {
      await save();
      forget();
      await refresh('account');
      await navigate(goesTo, { state });
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
  };
}

export function useSaveName(forget: () => void) {
  const send = useIntent();
  const step = useStep('/signup2', forget);
  return ({ name, phone }: { name: string; phone: string }) =>
    step(() => updateDetails(send, { name: name.trim(), phone }));
}

export function useSaveAddress(forget: () => void) {
  const send = useIntent();
  const alerts = useAlerts();
  const step = useStep('/signup3', forget);
  return async (typed: object) => {
    const address = toBillingAddress(typed);
    if (!address) return alerts.show('danger', TEXTS.address);
    await step(() => setBilling(send, address));
  };
}
