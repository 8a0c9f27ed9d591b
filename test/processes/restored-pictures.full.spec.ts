import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { png } from '../fixtures/pictures.js';
import { expectOk } from '../support/api.js';
import { createDrop, uploadPicture } from '../support/drops.js';
import { ServerProcess } from '../support/server-process.js';

/** as docs/operations.md says */
const BACKUP = ['log', 'vault', 'pictures', 'master.key'];

describe('a backup', () => {
  let server: ServerProcess;
  let directory: string;
  let picture: Buffer;
  let product: AdminProduct;

  beforeAll(async () => {
    server = await ServerProcess.start();
    directory = await mkdtemp(join(tmpdir(), 'restored-'));
    const admin = await server.admin();
    picture = await png(40, 50);
    const productImage = await uploadPicture(admin, picture);
    product = await createDrop(admin, { productTitle: 'Kept Safe', totalStock: 3, productImage });
    await server.stop();
  });
  afterAll(async () => {
    await server.remove();
    await rm(directory, { recursive: true });
  });

  async function restore(name: string, parts: readonly string[]): Promise<ServerProcess> {
    const place = join(directory, name);
    for (const part of parts) await cp(join(server.directory, part), join(place, part), { recursive: true });
    return ServerProcess.start({ WORK: 'off' }, place);
  }

  it('restores the pictures of products', async () => {
    const restored = await restore('whole', BACKUP);
    try {
      const [{ productImage = '' } = {}] = await expectOk(restored.anyone.get<AdminProduct[]>('/api/products'));
      expect(productImage).toBe(product.productImage);
      const { status, headers } = await restored.anyone.get(productImage);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    } finally {
      await restored.stop();
    }
  });

  it('without them starts all the same; a product can be edited, and its picture uploaded again', async () => {
    const without = BACKUP.filter((part) => part !== 'pictures');
    const restored = await restore('without', without);
    try {
      const admin = await restored.admin();
      const { productId, productImage } = product;
      expect((await admin.get(productImage)).status).toBe(404);
      const edited = await expectOk(
        admin.post<{ product: AdminProduct }>('/api/admin/products/edit', { productId, productImage, totalStock: 4 }),
      );
      expect(edited.product).toMatchObject({ productImage, totalStock: 4 });
      expect(await uploadPicture(admin, picture)).toBe(productImage);
      expect((await admin.get(productImage)).status).toBe(200);
    } finally {
      await restored.stop();
    }
  });
});
