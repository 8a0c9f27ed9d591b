import ProductIcon from '@mui/icons-material/CheckroomOutlined';
import { lazily } from '../ui/lazily.js';

export default {
  list: lazily(async () => (await import('./ProductList.js')).ProductList),
  create: lazily(async () => (await import('./ProductForms.js')).ProductCreate),
  edit: lazily(async () => (await import('./ProductForms.js')).ProductEdit),
  show: lazily(async () => (await import('./ProductShow.js')).ProductShow),
  icon: ProductIcon,
  recordRepresentation: 'productTitle',
  options: { label: 'Products' },
};
