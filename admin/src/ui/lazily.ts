import { type ComponentType, lazy } from 'react';

/** A page or piece that the first load goes without: `lazily(() => import('./Page.js'), 'Page')`. */
export const lazily = <N extends string, P>(load: () => Promise<Record<N, ComponentType<P>>>, name: N) =>
  lazy(async () => ({ default: (await load())[name] }));
