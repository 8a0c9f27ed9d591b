import ProofIcon from '@mui/icons-material/MarkEmailReadOutlined';
import type { Proof } from '@supreme-access/contract/shapes/proofs.js';
import { lazily } from '../../ui/lazily.js';

export default {
  list: lazily(async () => (await import('./ProofList.js')).ProofList),
  icon: ProofIcon,
  recordRepresentation: (proof: Proof) => proof.order.productTitle,
  options: { label: 'Proof to review' },
};
