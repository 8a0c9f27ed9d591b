import { DateTimeInput } from 'react-admin';

export function timeFilters(field: string, label: string) {
  return [
    <DateTimeInput key={`${field}_gte`} source={`${field}_gte`} label={`${label} from`} parse={instantOf} />,
    <DateTimeInput key={`${field}_lte`} source={`${field}_lte`} label={`${label} until`} parse={instantOf} />,
  ];
}

/** What the input holds names no zone, and so no instant. */
const instantOf = (local: string) => (local ? new Date(local).toISOString() : '');
