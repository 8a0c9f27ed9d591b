import { type ComponentType, lazy } from 'react';

/** A page or piece that the first load goes without: `lazily(async () => (await import('./Page.js')).Page)`. */
export const lazily = <P>(load: () => Promise<ComponentType<P>>) => lazy(async () => ({ default: await load() }));
