/**
 * What happened, in the past tense, and what is told of it. A module declares its kinds in `rules/facts.ts`; the modules
 * above hear of them after the commit. Payloads are stored as JSON: plain values, instants as numbers.
 */
export type Fact = { readonly name: string; readonly payload: Readonly<Record<string, unknown>> };

/** Makes facts of one kind; `factName` is what they are stored under and never changes. */
export type FactKind<Payload extends Readonly<Record<string, unknown>>> = {
  (payload: Payload): Fact;
  readonly factName: string;
};

export const factKind = <Payload extends Readonly<Record<string, unknown>>>(factName: string): FactKind<Payload> =>
  Object.assign((payload: Payload): Fact => ({ name: factName, payload }), { factName });
