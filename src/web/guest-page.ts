import { acceptedEncoding, EncodedBody, type Encoding, encodedHeaders, etagOf } from '#src/web/encoding.ts';

/** The encoding of a response; `same` for a match of its ETag. */
type Form = Encoding | 'plain' | 'same';

/**
 * A page for visitors without a session. Each encoding's response is made once and cloned: a clone shares the bytes and takes a
 * third of the time.
 */
export class GuestPage {
  readonly #etag: string;
  readonly #body: EncodedBody;
  readonly #answers = new Map<Form, Response>();
  constructor(
    body: Uint8Array<ArrayBuffer>,
    private readonly status: number,
    private readonly headers: Headers,
  ) {
    this.#body = new EncodedBody(body, 'eachTime');
    this.#etag = etagOf(body);
    headers.set('etag', this.#etag);
    headers.set('cache-control', 'no-cache');
    headers.set('vary', 'accept-language, cookie, accept-encoding');
  }

  get length(): number {
    return this.#body.plain.length;
  }

  /** null while the coding is being compressed, which starts now. */
  ready(asked: Headers): Response | null {
    const form = this.#formFor(asked);
    const answer = this.#answers.get(form);
    if (answer) return answer.clone();
    if (form === 'plain' || form === 'same') return this.#make(form, null);
    const packed = this.#body.ready(form);
    return packed && this.#make(form, packed);
  }

  async answer(asked: Headers): Promise<Response> {
    const form = this.#formFor(asked);
    return this.#make(form, form === 'plain' || form === 'same' ? null : await this.#body.packed(form));
  }

  #make(form: Form, packed: Uint8Array<ArrayBuffer> | null): Response {
    const { status, headers } = this;
    const answer =
      form === 'same'
        ? new Response(null, { status: 304, headers })
        : form === 'plain'
          ? new Response(this.#body.plain, { status, headers })
          : new Response(packed, { status, headers: encodedHeaders(headers, form) });
    this.#answers.set(form, answer);
    return answer.clone();
  }

  #formFor(asked: Headers): Form {
    const known = asked.get('if-none-match');
    if (known !== null && isNamed(this.#etag, known)) return 'same';
    return acceptedEncoding(asked.get('accept-encoding')) ?? 'plain';
  }
}

/** Compressing proxies weaken the ETag, and a browser may send several. */
const isNamed = (etag: string, known: string): boolean =>
  known === etag || known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
