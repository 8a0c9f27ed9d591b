import { useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../api/api.js';
import type { Erased } from '../features/account/erased.js';
import { ActionForms, GuestCode } from '../features/actions/action-forms.js';
import { ActionScreen, Onward } from '../features/actions/action-screen.js';
import { EraseOrder } from '../features/actions/erase-order.js';
import { useMailedLink } from '../features/actions/mailed-link.js';
import { useCast } from '../features/stage/cast.js';
import { DropStage } from '../features/stage/drop-stage.js';
import { InlineAlert } from '../ui/alert.js';
import { LoadFailure, Loading } from '../ui/load-state.js';
import { Missing } from '../ui/missing.js';

const ERASED: Erased = { what: 'order' };

export function Action() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const { path, link, standing, bankSaid, keep } = useMailedLink(token);
  const { drops, sendOff } = useCast(link.data?.order && link.data.purpose === 'withdraw' ? [link.data.order] : []);
  if (link.error instanceof ApiError && [400, 404, 410].includes(link.error.status)) {
    return (
      <Missing title="This link has ended." text="It was used, or its time is over. Your orders have the latest." />
    );
  }
  if (link.isPending) return <Loading />;
  if (link.isLoadingError) return <LoadFailure error={link.error} retry={link.refetch} />;
  const view = link.data;
  return (
    <>
      {drops.map((cast) => (
        <DropStage key={cast.productId} drop={cast} onClose={() => sendOff(cast)} />
      ))}
      <ActionScreen token={token} view={view} standing={standing} onStage={drops.length > 0}>
        {standing === 'open' && bankSaid === 'failed' && (
          <InlineAlert type="danger" text="Your bank did not confirm the fee. Try again, or use another card." />
        )}
        {view.purpose === 'withdraw' && view.order?.codeOnFile === false && (
          <GuestCode
            path={path}
            note={standing === 'open' ? view.order.statusNote : ''}
            onGiven={(given) => keep(given, null)}
          />
        )}
        {standing === 'open' && <ActionForms path={path} view={view} onDone={keep} onFailed={link.refetch} />}
        {(standing === 'done' || standing === 'past') && (
          <div className="flex flex-wrap gap-3">
            <Onward view={view} />
            {view.purpose === 'withdraw' && (
              <EraseOrder path={path} onErased={() => void navigate('/erased', { state: ERASED })} />
            )}
          </div>
        )}
      </ActionScreen>
    </>
  );
}
