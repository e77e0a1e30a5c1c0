/** Where the buyer of an order waits for a size for somebody in it; `link`: the query of the signed link of the order. */
export const sizePath = (
  { orderId, participantId, variantId }: { orderId: number; participantId: number; variantId: number },
  link: URLSearchParams | null,
): string =>
  link === null
    ? `/orders/${orderId}/participants/${participantId}/waitlist/${variantId}`
    : `/orders/${orderId}/view/waitlist/${participantId}/${variantId}?${signedOf(link)}`;

/** Back to the order. */
export const orderPathOf = (orderId: number, link: URLSearchParams | null): string =>
  link === null ? `/orders/${orderId}` : `/orders/${orderId}/view?${signedOf(link)}`;

const signed = ['link', 'expires', 'signature'];
const signedOf = (link: URLSearchParams): string =>
  new URLSearchParams(signed.flatMap((name) => (link.has(name) ? [[name, link.get(name) ?? '']] : []))).toString();
