import type { RecordKind } from '../records/stored.ts';
import { refuse } from '../rules/problems.ts';
import type { ManagedCall, OrganizerCall } from './frame.tsx';

export type Path = `/admin/${string}{event}${string}`;

/** Records of a kind where their addresses find them: below their event, or below one of its records. */
export type AddressedRecords<At extends ManagedCall, Row extends { id: number }, Name extends string> = {
  kind: RecordKind;
  /** The event, and the record that they stand below where its address names one. */
  of: (call: OrganizerCall<Name>) => At;
  rows: (at: At) => readonly Row[];
  /** A new one is made at `/new` below, and they are put in order at `/order`; its last name is what they stand below. */
  path: Path;
  /** One of them; by default `/{recordId}` below. */
  one?: Path;
  /** Their list, where that is part of the page of what they stand below. */
  list?: Path;
};

/** Where records of a kind have their pages, and the one that an address names. */
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
  // The path names what `of` asks for.
  const of = (call: OrganizerCall<string>) => records.of(call as OrganizerCall<Name>);
  return {
    onePath,
    of,
    listOf: (at: ManagedCall) => filled(records.list ?? records.path, at),
    newOf: (at: ManagedCall) => `${filled(records.path, at)}/new`,
    orderOf: (at: ManagedCall) => `${filled(records.path, at)}/order`,
    oneOf: (at: ManagedCall, id: number) => filled(onePath, at, id),
    /** What they stand below. */
    parentIdOf: (at: ManagedCall) => Number(named(at, lastName(records.path))),
    /** @throws Problem NOT_FOUND */
    one: (call: OrganizerCall<string>): At & { row: Row } => {
      const at = of(call);
      const id = named(at, idName);
      return { ...at, row: records.rows(at).find((each) => each.id === id) ?? refuse('NOT_FOUND') };
    },
  };
}

const lastName = (path: Path): string => [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';
