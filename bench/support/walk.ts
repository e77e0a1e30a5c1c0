/** One visitor without a browser: follows links and redirects, keeps cookies, and posts forms as they stand on the page. */

export type Shown = { path: string; html: string };
export type Fields = Record<string, string>;
type Entries = readonly (readonly [string, string])[];

export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #files = new Set<string>();
  requests = 0;

  /** `loads`: the scripts, styles and pictures of each page, too, each once as a browser does that keeps them. */
  constructor(
    private readonly shop: string,
    private readonly loads = false,
  ) {}

  /** The page that one ends up at. */
  async open(path: string): Promise<Shown> {
    return this.#ask(path, {});
  }

  /** The form of the page, filled in, as somebody presses this button (`name=value`). */
  async post(page: Shown, fields: Fields, more: Entries = []): Promise<Shown> {
    return this.#ask(page.path, { method: 'POST', body: this.#bodyOf(fields, more) });
  }

  /** What the script of a step posts while one types. */
  async keep(page: Shown, fields: Fields, more: Entries): Promise<void> {
    this.requests += 1;
    const body = this.#bodyOf({ ...fields, intent: 'keep' }, more);
    const headers = { ...this.#headers(), accept: 'application/json' };
    const answer = await fetch(this.shop + page.path, { method: 'POST', body, headers });
    if (answer.status !== 204) throw new Error(`what was typed on ${page.path}: ${answer.status}`);
  }

  #bodyOf(fields: Fields, more: Entries): URLSearchParams {
    const body = new URLSearchParams({ ...fields, csrf: this.#cookies.get('csrf-token') ?? '' });
    for (const [name, value] of more) body.append(name, value);
    return body;
  }

  /** A file that a page names, and the scripts that it needs itself. */
  async #load(path: string): Promise<void> {
    if (this.#files.has(path)) return;
    this.#files.add(path);
    this.requests += 1;
    const answer = await fetch(this.shop + path, { headers: { ...this.#headers(), 'accept-encoding': 'gzip, br' } });
    const bytes = await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    if (!path.endsWith('.js')) return;
    const needed = neededBy.get(path) ?? scriptsIn(new TextDecoder().decode(bytes));
    neededBy.set(path, needed);
    await Promise.all(needed.map((each) => this.#load(each)));
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
      if (to === null) {
        if (this.loads) await Promise.all(filesIn(html).map((path) => this.#load(path)));
        return { path: at, html };
      }
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

/** The scripts that a script needs at once, and the rules of a step, which come with the first touch. */
const neededBy = new Map<string, readonly string[]>();
const scriptsIn = (script: string): string[] =>
  [...script.matchAll(/from\s*"\.\/([\w-]+\.js)"|import\("\.\/(step-rules-[\w-]+\.js)"\)/g)].map(
    ([, needed, touched]) => `/assets/${needed ?? touched}`,
  );
const filesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)),
];

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
const where = { street: 'Hauptplatz', houseNumber: '1', zipCode: '4020', city: 'Linz' };
const address = { ...where, countryCode: 'AT' };
const maxSteps = 12;

/**
 * From the page of the event to an order that is to be paid by transfer, as one person without an account goes: every step
 * as it comes, whatever steps there are. Answers the number of the order.
 */
export async function orderByTransfer(visitor: Visitor, event: string, buyer: Buyer): Promise<number> {
  await visitor.open(event);
  let page = await visitor.open(`${event}/competitions`);
  for (let step = 0; step < maxSteps; step += 1) {
    const name = /[^/?]+(?=\?|$)/.exec(page.path)?.[0];
    const order = /[?&]order=(\d+)/.exec(page.path)?.[1] ?? /payment-in-advance\/(\d+)/.exec(page.path)?.[1];
    if (order !== undefined) {
      await visitor.open(`${event}/completed?order=${order}`);
      return Number(order);
    }
    page = await visitor.post(page, { ...fieldsOn(page), ...answersTo(name ?? '', page, buyer) });
  }
  throw new Error(`no order after ${maxSteps} steps: ${page.path}`);
}

/**
 * The same as a browser with scripts goes: articles and protection stand with the people, the order with the address, and
 * each field is kept when it is left.
 */
export async function orderWithScripts(visitor: Visitor, event: string, buyer: Buyer): Promise<number> {
  const { html } = await visitor.open(event);
  const to = attribute(/<input [^>]*name="to"[^>]*>/.exec(html)?.[0] ?? '', 'value') ?? '';
  const people = await visitor.post({ path: '/auth', html: '' }, { to, email: buyer.email, way: 'alone' });
  const [team, localId = ''] = ['teams[0].participants[0]', fieldsOn(people)['teams[0].participants[0].localId']];
  const { email: _, ...names } = buyer;
  const address = await fillIn(visitor, people, {
    typed: under(`${team}.`, { ...names, birthDate: '01.05.1990', gender: 'female' }),
    beside: { declined: 'true', intent: 'next' },
    cards: [
      ['seen', localId],
      ['shown', localId],
      ['protections', 'cancellation-protection:'],
    ],
    whose: localId,
  });
  const { path } = await fillIn(visitor, address, {
    typed: { ...under('contact.', where), paymentMethod: 'bank', accepted: 'true' },
    beside: { intent: 'order' },
    cards: [],
    whose: '',
  });
  const order = /payment-in-advance\/(\d+)/.exec(path)?.[1];
  if (order === undefined) throw new Error(`no order: ${path}`);
  return Number(order);
}

const under = (place: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [place + name, value]));

/** Types into a step field by field and presses its button; `whose` the fields are, `cards`: what the script adds to them. */
async function fillIn(
  visitor: Visitor,
  page: Shown,
  { typed, beside, cards, whose }: { typed: Fields; beside: Fields; cards: Entries; whose: string },
): Promise<Shown> {
  const step = { ...page, path: page.path.split('?')[0] ?? '' };
  const latest = /"latest":(\d+)/.exec(page.html)?.[1] ?? '0';
  const fields = fieldsOn(page);
  // Nobody types twice within a millisecond.
  let at = Number(latest);
  const more = () => {
    at = Math.max(Date.now(), at + 1);
    return [...cards, ['typed', latest] as const, ['typed', `${at}:${whose}`] as const];
  };
  for (const [name, value] of Object.entries(typed)) {
    fields[name] = value;
    await visitor.keep(step, fields, more());
  }
  return visitor.post(step, { ...fields, ...beside }, more());
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
