import ProductIcon from '@mui/icons-material/CheckroomOutlined';
import { ProductCreate, ProductEdit } from './ProductForms.js';
import { ProductList } from './ProductList.js';
import { ProductShow } from './ProductShow.js';

export default {
  list: ProductList,
  create: ProductCreate,
  edit: ProductEdit,
  show: ProductShow,
  icon: ProductIcon,
  recordRepresentation: 'productTitle',
  options: { label: 'Products' },
};
