import type { PageSettings } from '@supreme-access/contract/shapes/system.js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api.js';

export const pageSettings = queryOptions({
  queryKey: ['settings'],
  queryFn: () => api.get<PageSettings>('/api/settings'),
  staleTime: Number.POSITIVE_INFINITY,
});

export function usePageSettings() {
  return useQuery(pageSettings);
}
