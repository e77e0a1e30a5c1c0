/** The addresses that the frame of every page links to. */
export const paths = {
  home: '/',
  /** Where somebody begins who wishes nothing else: it leads on by what they are. */
  start: '/start',
  orders: '/orders',
  settings: '/settings',
  login: '/auth',
  /** POST */
  logout: '/auth/logout',
  admin: '/admin',
  /** For whoever lets people in. */
  scan: '/scan',
  support: '/support',
  imprint: '/imprint',
  privacy: '/data-protection',
  terms: '/conditions',
  accessibility: '/accessibility',
  /** Goes back on a contract; open to everybody, as the law wants it. */
  withdrawal: '/widerruf',
  /** What may be stored: GET shows it, POST answers it. */
  consent: '/consent',
} as const;

/** The path with one more word in its query, before any fragment; a value of that name makes way. */
export function withQuery(path: string, name: string, value: string): string {
  const [place = '', ...fragment] = path.split('#');
  const [way = '', ...query] = place.split('?');
  const search = new URLSearchParams(query.join('?'));
  search.set(name, value);
  return [`${way}?${search}`, ...fragment].join('#');
}
