/** One visitor without a browser: follows links and redirects, keeps cookies, and posts forms as they stand on the page. */

export type Shown = { path: string; html: string };
export type Fields = Record<string, string>;

export class Visitor {
  readonly #cookies = new Map<string, string>();
  requests = 0;

  constructor(private readonly shop: string) {}

  /** The page that one ends up at. */
  async open(path: string): Promise<Shown> {
    return this.#ask(path, {});
  }

  /** The form of the page, filled in, as somebody presses this button (`name=value`). */
  async post(page: Shown, fields: Fields): Promise<Shown> {
    const body = new URLSearchParams({ ...fields, csrf: this.#cookies.get('csrf-token') ?? '' });
    return this.#ask(page.path, { method: 'POST', body });
  }

  async #ask(path: string, first: RequestInit): Promise<Shown> {
    let init = first;
    for (let at = path; ; init = {}) {
      this.requests += 1;
      const answer = await fetch(this.shop + at, { ...init, redirect: 'manual', headers: this.#headers() });
      for (const line of answer.headers.getSetCookie()) this.#keep(line);
      const html = await answer.text();
      const to = answer.headers.get('location');
      const asked = `${init.method ?? 'GET'} ${at}: ${answer.status}`;
      // Of several processes behind one port one died with the request: nobody knows what became of it.
      if (answer.status === 502) throw new Error(`${asked}, the connection behind it was lost`);
      if (answer.status >= 400) throw new Error(`${asked}\n${errorsIn(html)}`);
      if (to === null) return { path: at, html };
      const { pathname, search } = new URL(to, this.shop);
      at = pathname + search;
    }
  }

  #headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    // What comes from our own pages is packed, as it is for a browser.
    return { cookie, origin: this.shop, 'accept-language': 'de-AT', 'sec-fetch-site': 'same-origin' };
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

const errorsIn = (html: string): string =>
  [...html.matchAll(/class="[^"]*(?:error|notice)[^"]*"[^>]*>([^<]+)/g)].map(([, said]) => said).join('\n');
const text = (html: string): string =>
  html.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
const attribute = (tag: string, name: string): string | null => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : text(value);
};

/** What the page would post; a choice that is required and open takes its first answer. */
export function fieldsOn({ html }: Shown): Fields {
  const fields: Fields = {};
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, 'name');
    const isOpen = /type="(checkbox|radio)"/.test(tag) && !/\schecked\b/.test(tag);
    if (name !== null && !isOpen) fields[name] = attribute(tag, 'value') ?? '';
  }
  for (const [, tag = '', options = ''] of html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const name = attribute(tag, 'name');
    const values = [...options.matchAll(/<option\b[^>]*>/g)].map(([option]) => option);
    const chosen = values.find((option) => /\sselected\b/.test(option)) ?? '';
    const first = values.map((option) => attribute(option, 'value') ?? '').find((value) => value !== '');
    const value = attribute(chosen, 'value') ?? '';
    if (name !== null) fields[name] = value === '' && /\srequired\b/.test(tag) ? (first ?? '') : value;
  }
  for (const [, tag = '', value = ''] of html.matchAll(/<textarea\b([^>]*)>([^<]*)<\/textarea>/g)) {
    const name = attribute(tag, 'name');
    if (name !== null) fields[name] = text(value);
  }
  return fields;
}

export type Buyer = { email: string; firstName: string; lastName: string };
const address = { street: 'Hauptplatz', houseNumber: '1', zipCode: '4020', city: 'Linz', countryCode: 'AT' };
const mostSteps = 12;

/**
 * From the page of the event to an order that is to be paid by transfer, as one person without an account goes: every step
 * as it comes, whatever steps there are. Answers the number of the order.
 */
export async function orderByTransfer(visitor: Visitor, event: string, buyer: Buyer): Promise<number> {
  await visitor.open(event);
  let page = await visitor.open(`${event}/competitions`);
  for (let step = 0; step < mostSteps; step += 1) {
    const name = /[^/?]+(?=\?|$)/.exec(page.path)?.[0];
    const order = /[?&]order=(\d+)/.exec(page.path)?.[1] ?? /payment-in-advance\/(\d+)/.exec(page.path)?.[1];
    if (order !== undefined) {
      await visitor.open(`${event}/completed?order=${order}`);
      return Number(order);
    }
    page = await visitor.post(page, { ...fieldsOn(page), ...answersTo(name ?? '', page, buyer) });
  }
  throw new Error(`no order after ${mostSteps} steps: ${page.path}`);
}

/** What one types and presses on a step, beside what stands there. */
function answersTo(step: string, page: Shown, buyer: Buyer): Fields {
  if (step === 'auth') return { email: buyer.email, way: 'alone' };
  if (step === 'check-order') return { accepted: 'true', paymentMethod: 'bank', intent: 'next' };
  if (step === 'competitions') {
    const add = /value="(add:\d+)"/.exec(page.html)?.[1];
    const person = /name="(teams\[0\]\.participants\[0\])\.firstName"/.exec(page.html)?.[1];
    if (person === undefined) return add === undefined ? {} : { intent: add };
    const said = { ...buyer, birthDate: '01.05.1990', gender: 'female' };
    const named = Object.entries(said).map(([name, value]) => [`${person}.${name}`, value]);
    return { ...Object.fromEntries(named), intent: 'next' };
  }
  const contact = Object.entries({ firstName: buyer.firstName, lastName: buyer.lastName, ...address })
    .map(([name, value]) => [`contact.${name}`, value] as const)
    .filter(([name]) => page.html.includes(`name="${name}"`));
  return { ...Object.fromEntries(contact), intent: 'next' };
}
