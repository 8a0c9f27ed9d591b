import RetailerIcon from '@mui/icons-material/StorefrontOutlined';
import { lazily } from '../ui/lazily.js';

export default {
  list: lazily(async () => (await import('./RetailerList.js')).RetailerList),
  show: lazily(async () => (await import('./RetailerShow.js')).RetailerShow),
  create: lazily(async () => (await import('./RetailerForms.js')).RetailerCreate),
  edit: lazily(async () => (await import('./RetailerForms.js')).RetailerEdit),
  icon: RetailerIcon,
  recordRepresentation: 'name',
  options: { label: 'Retailers' },
};
