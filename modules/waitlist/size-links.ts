/** `link`: query of the order's signed link. */
export const sizePath = (
  { orderId, participantId, variantId }: { orderId: number; participantId: number; variantId: number },
  link: URLSearchParams | null,
): string =>
  link === null
    ? `/orders/${orderId}/participants/${participantId}/waitlist/${variantId}`
    : `/orders/${orderId}/view/waitlist/${participantId}/${variantId}?${signedOf(link)}`;

export const orderPathOf = (orderId: number, link: URLSearchParams | null): string =>
  link === null ? `/orders/${orderId}` : `/orders/${orderId}/view?${signedOf(link)}`;

const signed = ['link', 'expires', 'signature'];
const signedOf = (link: URLSearchParams): string =>
  new URLSearchParams(signed.flatMap((name) => (link.has(name) ? [[name, link.get(name) ?? '']] : []))).toString();
