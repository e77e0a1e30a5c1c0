/** Ends a command with one line and no stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
