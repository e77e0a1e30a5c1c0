/**
 * An event in the past tense with its payload. A module declares its kinds in `rules/facts.ts`; the modules above handle them
 * after the commit. Payloads are JSON: plain values, instants as numbers.
 */
export type Fact = { readonly name: string; readonly payload: Readonly<Record<string, unknown>> };

/** `factName` is the stored name and never changes. */
export type FactKind<Payload extends Readonly<Record<string, unknown>>> = {
  (payload: Payload): Fact;
  readonly factName: string;
};

export const factKind = <Payload extends Readonly<Record<string, unknown>>>(factName: string): FactKind<Payload> =>
  Object.assign((payload: Payload): Fact => ({ name: factName, payload }), { factName });
