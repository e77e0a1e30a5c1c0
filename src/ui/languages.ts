/** The addresses of a page in each language, as search engines want them; `x-default` lets the browser's own decide. */
export const alternatesOf = (address: string): { language: 'de' | 'en' | 'x-default'; address: string }[] => [
  { language: 'de', address: `${address}?lang=de` },
  { language: 'en', address: `${address}?lang=en-us` },
  { language: 'x-default', address },
];
