import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { engines } from '../../scripts/engines';
import { precompress } from '../../scripts/precompress';

/** A bundle of its own, which the server offers only where nothing is real. */
export default defineConfig({
  base: '/first-minute/',
  root: import.meta.dirname,
  publicDir: '../public',
  resolve: { conditions: ['@supreme-access/source', ...defaultClientConditions] },
  plugins: [react(), tailwindcss(), engines(), precompress()],
  build: { assetsInlineLimit: 0 },
});
