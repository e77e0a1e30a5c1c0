export const paths = {
  home: '/',
  /** Redirects by role. */
  start: '/start',
  orders: '/orders',
  settings: '/settings',
  login: '/auth',
  /** POST */
  logout: '/auth/logout',
  admin: '/admin',
  /** For gate staff. */
  scan: '/scan',
  support: '/support',
  imprint: '/imprint',
  privacy: '/data-protection',
  terms: '/conditions',
  accessibility: '/accessibility',
  /** The withdrawal form, which the law opens to everybody. */
  withdrawal: '/widerruf',
  /** GET shows the choice, POST saves it. */
  consent: '/consent',
} as const;

/** Sets a query parameter, before any fragment. */
export function withQuery(path: string, name: string, value: string): string {
  const [place = '', ...fragment] = path.split('#');
  const [way = '', ...query] = place.split('?');
  const search = new URLSearchParams(query.join('?'));
  search.set(name, value);
  return [`${way}?${search}`, ...fragment].join('#');
}
