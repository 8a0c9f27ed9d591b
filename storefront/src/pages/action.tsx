import { productTopic } from '@supreme-access/contract/live-topics.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../api/api.js';
import type { Erased } from '../features/account/erased.js';
import { ActionForms, GuestCode } from '../features/actions/action-forms.js';
import { ActionScreen, NextLink } from '../features/actions/action-screen.js';
import { EraseOrder } from '../features/actions/erase-order.js';
import { useMailedLink } from '../features/actions/mailed-link.js';
import { useReleaseGroups } from '../features/release-view/release-groups.js';
import { ReleaseView } from '../features/release-view/release-view.js';
import { useLiveDrops } from '../features/shop/live-drops.js';
import { InlineAlert } from '../ui/alert.js';
import { inPlace, lazyPart } from '../ui/lazy-part.js';
import { LoadFailure, Loading } from '../ui/load-state.js';
import { Missing } from '../ui/missing.js';

function dropOf(order: Order | null | undefined, inReleaseView: boolean): string | null {
  const isHeld = order?.status === 'pending' && order.slotNumber !== null;
  return order && (isHeld || inReleaseView) ? productTopic(order.productId) : null;
}

const ShareTicket = lazyPart(
  async () => (await import('../features/shared-ticket/share-ticket.js')).ShareTicket,
  inPlace,
);
const ERASED: Erased = { what: 'order' };

export function Action() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const { path, link, linkState, bankSaid, keep, onDropEvent } = useMailedLink(token);
  const { drops, dismiss } = useReleaseGroups(
    link.data?.order && link.data.purpose === 'withdraw' ? [link.data.order] : [],
  );
  useLiveDrops(dropOf(link.data?.order, drops.length > 0), onDropEvent);
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
      {drops.map((group) => (
        <ReleaseView key={group.productId} drop={group} onClose={() => dismiss(group)} />
      ))}
      <ActionScreen token={token} view={view} linkState={linkState} inReleaseView={drops.length > 0}>
        {linkState === 'open' && bankSaid === 'failed' && (
          <InlineAlert type="danger" text="Your bank did not confirm the fee. Try again, or use another card." />
        )}
        {view.purpose === 'withdraw' && view.order?.codeOnFile === false && (
          <GuestCode
            path={path}
            note={linkState === 'open' ? view.order.statusNote : ''}
            onGiven={(given) => keep(given, null)}
          />
        )}
        {linkState === 'open' && view.purpose !== 'withdraw' && (
          <ActionForms path={path} view={view} onDone={keep} onFailed={link.refetch} />
        )}
        {view.purpose === 'withdraw' && view.order && (
          <ShareTicket order={view.order} path={path} onChanged={link.refetch} />
        )}
        {linkState !== 'confirming' && (
          <div className="flex flex-wrap gap-3 empty:hidden">
            {linkState !== 'open' && <NextLink view={view} />}
            {linkState === 'open' && view.purpose === 'withdraw' && (
              <ActionForms path={path} view={view} onDone={keep} onFailed={link.refetch} />
            )}
            {view.purpose === 'withdraw' && (
              <EraseOrder
                path={path}
                isHeld={linkState === 'open'}
                onErased={() => void navigate('/erased', { state: ERASED })}
              />
            )}
          </div>
        )}
      </ActionScreen>
    </>
  );
}
