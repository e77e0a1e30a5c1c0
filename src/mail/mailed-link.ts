/**
 * What stands behind the link of a mail, whose address is a secret: no cache keeps it, no search finds it, and no other site
 * is told where somebody came from.
 */
export function behindMailedLink(response: Response): Response {
  const { headers } = response;
  headers.set('referrer-policy', 'same-origin');
  headers.set('x-robots-tag', 'noindex, noarchive');
  headers.set('cache-control', 'private, no-store');
  return response;
}
