import { DateTimeInput } from 'react-admin';
import { instantOf } from './format.js';

export function timeFilters(field: string, label: string) {
  return [
    <DateTimeInput key={`${field}_gte`} source={`${field}_gte`} label={`${label} from`} parse={instantOf} />,
    <DateTimeInput key={`${field}_lte`} source={`${field}_lte`} label={`${label} until`} parse={instantOf} />,
  ];
}
