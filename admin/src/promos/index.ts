import PromoIcon from '@mui/icons-material/PercentOutlined';
import { lazily } from '../ui/lazily.js';

export default {
  list: lazily(async () => (await import('./PromoList.js')).PromoList),
  show: lazily(async () => (await import('./PromoShow.js')).PromoShow),
  create: lazily(async () => (await import('./PromoForms.js')).PromoCreate),
  edit: lazily(async () => (await import('./PromoForms.js')).PromoEdit),
  icon: PromoIcon,
  recordRepresentation: 'promoCode',
  options: { label: 'Promo codes' },
};
