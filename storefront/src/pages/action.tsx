import { productTopic } from '@supreme-access/contract/live-topics.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../api/api.js';
import type { Erased } from '../features/account/erased.js';
import { ActionForms, GuestCode } from '../features/actions/action-forms.js';
import { ActionScreen, Onward } from '../features/actions/action-screen.js';
import { EraseOrder } from '../features/actions/erase-order.js';
import { useMailedLink } from '../features/actions/mailed-link.js';
import { useLiveDrops } from '../features/shop/live-drops.js';
import { useCast } from '../features/stage/cast.js';
import { DropStage } from '../features/stage/drop-stage.js';
import { InlineAlert } from '../ui/alert.js';
import { LoadFailure, Loading } from '../ui/load-state.js';
import { Missing } from '../ui/missing.js';

/** The stream of a drop whose slot is held, or on stage. */
function dropOf(order: Order | null | undefined, onStage: boolean): string | null {
  const isHeld = order?.status === 'pending' && order.slotNumber !== null;
  return order && (isHeld || onStage) ? productTopic(order.productId) : null;
}

const ERASED: Erased = { what: 'order' };

export function Action() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const { path, link, standing, bankSaid, keep, hearDrop } = useMailedLink(token);
  const { drops, sendOff } = useCast(link.data?.order && link.data.purpose === 'withdraw' ? [link.data.order] : []);
  useLiveDrops(dropOf(link.data?.order, drops.length > 0), hearDrop);
  if (link.error instanceof ApiError && [400, 404, 410].includes(link.error.status)) {
    return (
      <Missing
        title="This link has ended."
        text="It was used, or it has expired. A newer email from us may have a link that works."
      />
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
        {standing === 'open' && view.purpose !== 'withdraw' && (
          <ActionForms path={path} view={view} onDone={keep} onFailed={link.refetch} />
        )}
        {standing !== 'confirming' && (
          <div className="flex flex-wrap gap-3 empty:hidden">
            {standing !== 'open' && <Onward view={view} />}
            {standing === 'open' && view.purpose === 'withdraw' && (
              <ActionForms path={path} view={view} onDone={keep} onFailed={link.refetch} />
            )}
            {view.purpose === 'withdraw' && (
              <EraseOrder
                path={path}
                isHeld={standing === 'open'}
                onErased={() => void navigate('/erased', { state: ERASED })}
              />
            )}
          </div>
        )}
      </ActionScreen>
    </>
  );
}
