import PromoIcon from '@mui/icons-material/PercentOutlined';
import { PromoCreate, PromoEdit } from './PromoForms.js';
import { PromoList } from './PromoList.js';

export default {
  list: PromoList,
  create: PromoCreate,
  edit: PromoEdit,
  icon: PromoIcon,
  recordRepresentation: 'promoCode',
  options: { label: 'Promo codes' },
};
