/** Ends a command with one line for a person; no stack, since it is not our mistake. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
