/** The addresses that the frame of every page links to. */
export const paths = {
  home: '/',
  orders: '/orders',
  settings: '/settings',
  login: '/auth',
  /** POST */
  logout: '/auth/logout',
  admin: '/admin/events',
  support: '/support',
  imprint: '/imprint',
  privacy: '/data-protection',
  terms: '/conditions',
  accessibility: '/accessibility',
  /** What may be stored: GET shows it, POST answers it. */
  consent: '/consent',
} as const;
