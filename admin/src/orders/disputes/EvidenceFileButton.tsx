import EvidenceIcon from '@mui/icons-material/FactCheckOutlined';
import { useDataProvider, useRecordContext } from 'react-admin';
import type { dataProvider } from '../../data-provider.js';
import { SaveFileButton } from '../SaveFileButton.js';

export function EvidenceFileButton({ size }: { size?: 'small' | 'medium' }) {
  const record = useRecordContext<{ id: string; orderId: string }>();
  const { evidenceFile } = useDataProvider<typeof dataProvider>();
  if (!record) return null;
  return (
    <SaveFileButton
      label="Evidence file"
      name={`evidence-${record.orderId}.json`}
      size={size}
      startIcon={<EvidenceIcon />}
      load={() => evidenceFile(record.orderId)}
    />
  );
}
