import type { Caller } from './shop.ts';

/** The fields of the first saving form of a page as a browser would post them, hidden ones among them. */
export const formOn = async (caller: Caller, path: string): Promise<Record<string, string | string[]>> =>
  formIn(await (await caller.fetch(path)).text());

/** The same of a page that was answered. */
export function formIn(page: string): Record<string, string | string[]> {
  const form = page.slice(page.indexOf('data-guard'));
  const own = form.slice(0, form.indexOf('</form>'));
  const fields: Record<string, string | string[]> = {};
  const decode = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  for (const [, attributes = ''] of own.matchAll(/<input ([^>]*)>/g)) {
    const name = /name="([^"]+)"/.exec(attributes)?.[1];
    if (!name) continue;
    if (attributes.includes('type="checkbox"') && !attributes.includes('checked')) continue;
    const value = decode(/ value="([^"]*)"/.exec(` ${attributes}`)?.[1] ?? '');
    const before = fields[name];
    // Several ticked boxes of one name are posted one after the other.
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  for (const [, name = '', text = ''] of own.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>([^<]*)<\/textarea>/g))
    fields[name] = decode(text);
  for (const [, name = '', options = ''] of own.matchAll(/<select[^>]*name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g))
    fields[name] = /<option[^>]*value="([^"]*)"[^>]*selected/.exec(options)?.[1] ?? '';
  return fields;
}
