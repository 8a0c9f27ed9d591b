import ProductIcon from '@mui/icons-material/CheckroomOutlined';
import { lazily } from '../ui/lazily.js';

export default {
  list: lazily(() => import('./ProductList.js'), 'ProductList'),
  create: lazily(() => import('./ProductForms.js'), 'ProductCreate'),
  edit: lazily(() => import('./ProductForms.js'), 'ProductEdit'),
  show: lazily(() => import('./ProductShow.js'), 'ProductShow'),
  icon: ProductIcon,
  recordRepresentation: 'productTitle',
  options: { label: 'Products' },
};
