import type { Caller } from './shop.ts';

/** The fields of the first saving form, as a browser posts them. */
export const formOn = async (caller: Caller, path: string): Promise<Record<string, string | string[]>> =>
  formIn(await (await caller.fetch(path)).text());

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
    // Several values of one name.
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  for (const [, name = '', text = ''] of own.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>([^<]*)<\/textarea>/g))
    fields[name] = decode(text);
  for (const [, name = '', options = ''] of own.matchAll(/<select[^>]*name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g))
    fields[name] = /<option[^>]*value="([^"]*)"[^>]*selected/.exec(options)?.[1] ?? '';
  return fields;
}
