import PromoIcon from '@mui/icons-material/PercentOutlined';
import { PromoCreate, PromoEdit } from './PromoForms.js';
import { PromoList } from './PromoList.js';
import { PromoShow } from './PromoShow.js';

export default {
  list: PromoList,
  show: PromoShow,
  create: PromoCreate,
  edit: PromoEdit,
  icon: PromoIcon,
  recordRepresentation: 'promoCode',
  options: { label: 'Promo codes' },
};
