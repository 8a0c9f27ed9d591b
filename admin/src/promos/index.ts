import PromoIcon from '@mui/icons-material/PercentOutlined';
import { lazily } from '../ui/lazily.js';

export default {
  list: lazily(() => import('./PromoList.js'), 'PromoList'),
  show: lazily(() => import('./PromoShow.js'), 'PromoShow'),
  create: lazily(() => import('./PromoForms.js'), 'PromoCreate'),
  edit: lazily(() => import('./PromoForms.js'), 'PromoEdit'),
  icon: PromoIcon,
  recordRepresentation: 'promoCode',
  options: { label: 'Promo codes' },
};
