import DisputeIcon from '@mui/icons-material/GavelOutlined';
import type { Dispute } from '@supreme-access/contract/dispute-types.js';
import { lazy } from 'react';

/** rarely seen: loaded by who goes there */
const DisputeList = lazy(() => import('./DisputeList.js').then((loaded) => ({ default: loaded.DisputeList })));

export default {
  list: DisputeList,
  icon: DisputeIcon,
  recordRepresentation: (dispute: Dispute) => dispute.disputeId,
  options: { label: 'Disputes' },
};
