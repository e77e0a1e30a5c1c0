/** Addresses of a page per language for search engines; `x-default` negotiates. */
export const alternatesOf = (address: string): { language: 'de' | 'en' | 'x-default'; address: string }[] => [
  { language: 'de', address: `${address}?lang=de` },
  { language: 'en', address: `${address}?lang=en-us` },
  { language: 'x-default', address },
];
