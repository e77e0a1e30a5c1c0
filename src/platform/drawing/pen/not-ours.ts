/** What our pen does not draw: the paper goes to the library that draws everything. */
export class NotOurs extends Error {}

export function notOurs(what: string): never {
  throw new NotOurs(what);
}
