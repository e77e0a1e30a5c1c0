import type { RecordKind } from '../records/stored.ts';
import { refuse } from '../rules/problems.ts';
import type { ManagedCall, OrganizerCall } from './frame.tsx';

export type Path = `/admin/${string}{event}${string}`;

/** Records of one kind and the paths of their pages. */
export type AddressedRecords<At extends ManagedCall, Row extends { id: number }, Name extends string> = {
  kind: RecordKind;
  of: (call: OrganizerCall<Name>) => At;
  rows: (at: At) => readonly Row[];
  /** `/new` and `/order` below it; the last parameter names the parent. */
  path: Path;
  /** Default: `/{recordId}` below `path`. */
  one?: Path;
  /** The page with the list, where that is the parent's page. */
  list?: Path;
};

export function addressesOf<At extends ManagedCall, Row extends { id: number }, Name extends string>(
  records: AddressedRecords<At, Row, Name>,
) {
  const onePath: Path = records.one ?? `${records.path}/{recordId}`;
  const idName = lastName(onePath);
  const named = ({ call, catalog }: ManagedCall, name: string): unknown => {
    const params: Readonly<Record<string, unknown>> = call.params;
    return name === 'event' ? catalog.event.id : params[name];
  };
  const filled = (path: Path, at: ManagedCall, id?: number): string =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => String(name === idName && id !== undefined ? id : named(at, name)));
  // Safe: the path contains the parameters that `of` needs.
  const of = (call: OrganizerCall<string>) => records.of(call as OrganizerCall<Name>);
  return {
    onePath,
    of,
    listOf: (at: ManagedCall) => filled(records.list ?? records.path, at),
    newOf: (at: ManagedCall) => `${filled(records.path, at)}/new`,
    orderOf: (at: ManagedCall) => `${filled(records.path, at)}/order`,
    oneOf: (at: ManagedCall, id: number) => filled(onePath, at, id),
    parentIdOf: (at: ManagedCall) => Number(named(at, lastName(records.path))),
    one: (call: OrganizerCall<string>): At & { row: Row } => {
      const at = of(call);
      const id = named(at, idName);
      return { ...at, row: records.rows(at).find((each) => each.id === id) ?? refuse('NOT_FOUND') };
    },
  };
}

const lastName = (path: Path): string => [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';
