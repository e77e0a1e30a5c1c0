/** Pages behind a mailed link, whose address is a secret: no caching, no indexing, no referrer. */
export function behindMailedLink(response: Response): Response {
  const { headers } = response;
  headers.set('referrer-policy', 'same-origin');
  headers.set('x-robots-tag', 'noindex, noarchive');
  headers.set('cache-control', 'private, no-store');
  return response;
}
