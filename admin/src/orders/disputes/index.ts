import DisputeIcon from '@mui/icons-material/GavelOutlined';
import type { Dispute } from '@supreme-access/contract/shapes/proofs.js';
import { lazily } from '../../ui/lazily.js';

export default {
  list: lazily(async () => (await import('./DisputeList.js')).DisputeList),
  icon: DisputeIcon,
  recordRepresentation: (dispute: Dispute) => dispute.disputeId,
  options: { label: 'Disputes' },
};
