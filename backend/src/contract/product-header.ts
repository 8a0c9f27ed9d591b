/** Says to a balancer which product a request is about, so that the requests for one product can meet at one process. */
export const PRODUCT_HEADER = 'X-Product-Id';

/** what a header can hold, and no balancer cuts */
const FITS = /^[\x21-\x7e]{1,100}$/;

/** The product that a request's body names; undefined where it names none, or one that a header cannot hold. */
export function productNamedBy(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('productId' in body)) return undefined;
  const productId = typeof body.productId === 'string' ? body.productId.trim() : '';
  return FITS.test(productId) ? productId : undefined;
}
