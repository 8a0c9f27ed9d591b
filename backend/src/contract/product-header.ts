/** Lets a load balancer route all requests for a product to one process. */
export const PRODUCT_HEADER = 'X-Product-Id';

const FITS = /^[\x21-\x7e]{1,100}$/;

export function productNamedBy(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('productId' in body)) return undefined;
  const productId = typeof body.productId === 'string' ? body.productId.trim() : '';
  return FITS.test(productId) ? productId : undefined;
}
