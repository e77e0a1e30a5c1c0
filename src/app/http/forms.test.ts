import { expect, test } from 'vitest';
import { fill, pageRoutes, scene } from '#tests/contract/scene.ts';
import type { Caller } from '#tests/support/shop.ts';

/** Every guarded form of every page, with its text fields; found by opening the pages of the route table. */
type Found = { page: string; action: string; fields: [name: string, value: string][]; typed: string[] };

const decode = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
const attribute = (tag: string, name: string) => decode(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

function formsIn(page: string, html: string): Found[] {
  return [...html.matchAll(/<form ([^>]*data-guard[^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = '', body = '']) => {
    const inputs = [...body.matchAll(/<(input|textarea)([^>]*)>/g)].filter(([, , tag = '']) => attribute(tag, 'name'));
    const isTyped = (tag: string) => /type="(text|email|tel)"/.test(tag) || !tag.includes('type=');
    const typed = inputs.filter(([, , tag = '']) => isTyped(tag)).map(([, , tag = '']) => attribute(tag, 'name'));
    const hidden = inputs.filter(([, , tag = '']) => tag.includes('type="hidden"'));
    return {
      page,
      action: attribute(` ${head}`, 'action'),
      fields: hidden.map(([, , tag = '']) => [attribute(tag, 'name'), attribute(tag, 'value')]),
      typed,
    };
  });
}

/** Takes any text, of which the first 5,000 characters are kept. */
const takesAnything = /\/comment$/;
const rubbish = `§${'x'.repeat(6500)}`;

async function rubbishOf(caller: Caller, { page, action, fields, typed }: Found): Promise<string | null> {
  const body = new URLSearchParams(fields);
  for (const name of typed) body.append(name, rubbish);
  const headers = { origin: 'http://shop.test', referer: `http://shop.test${page}` };
  const answer = await caller.fetch(action, { method: 'POST', body, headers });
  const html = await answer.text();
  const [first = ''] = typed;
  const isKept = html.includes(`${rubbish.slice(0, 40)}`);
  const isBeside = html.includes('class="field-error"');
  if (answer.status === 400 && isKept && isBeside) return null;
  return `${page} ${action} (${first}): ${answer.status}${isKept ? '' : ', not kept'}${isBeside ? '' : ', said beside no field'}`;
}

test('rubbish in any form of any page is a 400 that says it beside the field and keeps what was typed', async () => {
  const { ids, superAdmin, buyer } = await scene();
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const caller of [superAdmin, buyer]) {
    for (const { method, path } of pageRoutes) {
      const page = fill(path, ids);
      if (method !== 'get' || page.includes('unknown-')) continue;
      const answer = await caller.fetch(page);
      if (answer.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/html')) continue;
      for (const form of formsIn(page, await answer.text())) {
        if (seen.has(form.action) || form.typed.length === 0 || takesAnything.test(form.action)) continue;
        seen.add(form.action);
        const said = await rubbishOf(caller, form);
        if (said) wrong.push(said);
      }
    }
  }
  expect(seen.size, 'the walk finds the forms').toBeGreaterThan(25);
  expect(wrong).toEqual([]);
});
