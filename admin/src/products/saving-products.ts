import type { ProductPicture } from '@supreme-access/contract/shapes/products.js';
import { type DataProvider, HttpError } from 'react-admin';
import type { dataProvider } from '../data-provider.js';
import type { ProductForm } from './product-input.js';

const FIELDS: readonly [string, keyof ProductForm][] = [
  ['title-', 'productTitle'],
  ['price-', 'price'],
  ['stock-', 'totalStock'],
  ['avail-', 'avail'],
  ['image-', 'pictures'],
  ['pictures-', 'pictures'],
  ['description-', 'description'],
  ['retail-price-', 'retailAmount'],
  ['styles-', 'styles'],
  ['size-type-', 'oneSize'],
  ['tags-', 'tags'],
  ['retailer-id-', 'retailerProductId'],
  ['retailer-unknown', 'retailerId'],
  ['retailer-items-', 'retailerItems'],
  ['slots-held', 'retailerId'],
  ['default-limit-', 'limitAmount'],
  ['limit-required', 'retailAmount'],
  ['zone-', 'releaseTz'],
  ['release-', 'releaseLocal'],
  ['closing-', 'closesLocal'],
];

const RETAILER_FIELDS: readonly [string, string][] = [
  ['retailer-name', 'name'],
  ['retailer-address', 'baseUrl'],
  ['retailer-key', 'key'],
  ['no-sandbox', 'baseUrl'],
  ['retailer-version', 'version'],
  ['retailer-seller', 'sellerProfile'],
  ['retailer-mail', 'domains'],
];

export function onItsField(error: unknown, fields: readonly [string, string][] = FIELDS): unknown {
  if (!(error instanceof HttpError) || typeof error.body?.code !== 'string') return error;
  const { code }: { code: string } = error.body;
  const field = fields.find(([start]) => code.startsWith(start))?.[1];
  if (!field) return error;
  return new HttpError(error.message, error.status, { ...error.body, errors: { [field]: error.message } });
}

interface Uploads {
  pictures?: ProductPicture[];
  /** It becomes the main picture. */
  picture?: File;
  morePictures?: File[];
}

export function savingProducts(provider: typeof dataProvider): DataProvider {
  async function saving<Params extends { data: Uploads }, Answer>(
    resource: string,
    params: Params,
    save: (params: Params) => Promise<Answer>,
  ): Promise<Answer> {
    if (resource === 'retailers') {
      return save(params).catch((error: unknown) => {
        throw onItsField(error, RETAILER_FIELDS);
      });
    }
    if (resource !== 'products') return save(params);
    const { picture, morePictures = [], ...data } = params.data;
    const upload = async (file: File, field: keyof ProductForm) => {
      const address = await provider.uploadPicture(file).catch((error: unknown) => {
        throw onItsField(error, [['picture-', field]]);
      });
      return { address, alt: '' };
    };
    const lead = picture ? [await upload(picture, 'picture')] : [];
    const added: ProductPicture[] = [];
    for (const file of morePictures) added.push(await upload(file, 'chosenPictures'));
    try {
      const pictures = [...lead, ...(data.pictures ?? []), ...added];
      return await save({ ...params, data: data.pictures ? { ...data, pictures } : data });
    } catch (error) {
      throw onItsField(error);
    }
  }
  return {
    ...provider,
    create: ((resource, params) =>
      saving(resource, params, (input) => provider.create(resource, input))) as DataProvider['create'],
    update: ((resource, params) =>
      saving(resource, params, (input) => provider.update(resource, input))) as DataProvider['update'],
  };
}
