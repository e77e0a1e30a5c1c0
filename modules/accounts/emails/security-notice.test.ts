import { expect, test } from 'vitest';
import { securityNoticeMails } from './mails.ts';

const mails = securityNoticeMails('https://shop.test');
const at = Date.UTC(2026, 2, 2, 9);

test.each(mails.flatMap((mail) => (['de', 'en-us'] as const).map((locale) => [mail.type, locale, mail] as const)))(
  '%s in %s says what happened, when, and where to look',
  async (_, locale, mail) => {
    const content = await mail.make({ at, left: 1 }, locale);
    expect(content?.subject).not.toMatch(/[{}.]|security/);
    expect(content?.text).toContain(locale === 'de' ? '2. März 2026, 10:00 Uhr' : 'March 2, 2026, 10:00 AM');
    expect(content?.text).toContain('https://shop.test/settings/security');
    expect(content?.text).not.toMatch(/[{}]/);
  },
);
