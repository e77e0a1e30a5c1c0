import { getCookie, setCookie } from 'hono/cookie';
import { isLocale, type Locale } from '#src/texts/locale.ts';
import type { AppContext } from './http.ts';

/** The language that was last chosen on this device. */
const name = 'language';

export function saveLanguage(context: AppContext, locale: Locale): void {
  const secure = context.var.deps.config.publicUrl.startsWith('https:');
  setCookie(context, name, locale, { path: '/', maxAge: 31_536_000, sameSite: 'Lax', secure });
}

export function savedLanguage(context: AppContext): Locale | null {
  const kept = getCookie(context, name);
  return isLocale(kept) ? kept : null;
}
