import { DateTimeInput } from 'react-admin';

/** From when and until when, on the viewer's clock: the two ends of a range that the API filters by. */
export function timeFilters(field: string, label: string) {
  return [
    <DateTimeInput key={`${field}_gte`} source={`${field}_gte`} label={`${label} from`} parse={instantOf} />,
    <DateTimeInput key={`${field}_lte`} source={`${field}_lte`} label={`${label} until`} parse={instantOf} />,
  ];
}

/** What the input holds names no zone, and so no instant. */
const instantOf = (local: string) => (local ? new Date(local).toISOString() : '');
