import { type Command, numberFields, type Participant, type SimulatedEvent, textLengths } from './books.ts';

/** RACE RESULT's filters as far as needed: `[Contest]=1 AND ([Lastname]="" OR [ID]>12)`. */
type Value = string | number;
export type Filter = (read: (field: string) => Value) => boolean;

export class FilterError extends Error {}

/** @throws FilterError */
export function filterOf(text: string): Filter {
  const tokens = text.match(/\[[^\]]*\]|"[^"]*"|<>|<=|>=|[=<>()]|-?\d+(?:\.\d+)?|\w+|\S/g) ?? [];
  if (tokens.length === 0) return () => true;
  let at = 0;
  const next = (): string => tokens[at++] ?? '';
  const peek = (): string => (tokens[at] ?? '').toUpperCase();

  function any(): Filter {
    const parts = [every()];
    while (peek() === 'OR') {
      next();
      parts.push(every());
    }
    return (read) => parts.some((part) => part(read));
  }
  function every(): Filter {
    const parts = [one()];
    while (peek() === 'AND') {
      next();
      parts.push(one());
    }
    return (read) => parts.every((part) => part(read));
  }
  function one(): Filter {
    if (peek() === '(') {
      next();
      const inner = any();
      if (next() !== ')') throw new FilterError('a bracket is not closed');
      return inner;
    }
    const [field, operator, operand] = [next(), next(), next()];
    const name = /^\[(.+)\]$/.exec(field)?.[1];
    if (name === undefined || operand === '') throw new FilterError(`cannot read the filter at ${field}`);
    const isText = operand.startsWith('"');
    const wanted = isText ? operand.slice(1, -1) : Number(operand);
    return (read) => compare(isText ? String(read(name)) : Number(read(name) || 0), operator, wanted);
  }

  const whole = any();
  if (at < tokens.length) throw new FilterError(`cannot read the filter at ${tokens[at]}`);
  return whole;
}

function compare(a: Value, operator: string, b: Value): boolean {
  switch (operator) {
    case '=':
      return a === b;
    case '<>':
      return a !== b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    default:
      throw new FilterError(`no operator ${operator}`);
  }
}

export class CommandRefused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

type Done = { value?: unknown; changed: Participant[]; isNew: boolean };
const nothing = (value?: unknown): Done => ({ value, changed: [], isNew: false });

export function run(event: SimulatedEvent, command: Command, query: URLSearchParams, body: unknown): Done {
  const number = (name: string): number => Number(query.get(name) ?? 0) || 0;
  switch (command) {
    case 'part/new': {
      const bib = number('bib') || freeBib(event, number('contest'));
      const made = add(event, { Bib: bib, Contest: number('contest') });
      const value = query.get('v2') === 'true' ? { ID: made.ID, Bib: made.Bib } : made.Bib;
      return { value, changed: [made], isNew: true };
    }
    case 'part/freebib':
      return nothing(freeBib(event, number('contest')));
    case 'part/savefields':
      return saveFields(event, query, body);
    case 'part/savevalue': {
      const one = found(event, query);
      write(event, one, { [query.get('fieldname') ?? '']: query.get('value') ?? '' });
      return { changed: [one], isNew: false };
    }
    case 'part/getfields': {
      const one = found(event, query);
      return nothing(Object.fromEntries(namesIn(query).map((name) => [name, one[name] ?? ''])));
    }
    case 'agegroups/reassign': {
      const one = found(event, query);
      const year = Number(String(one.DateOfBirth ?? '').slice(0, 4)) || 0;
      one.AgeGroup1 = year === 0 ? 0 : Math.floor(year / 10) * 10 + (one.Sex === 'f' ? 1 : 2);
      return { changed: [one], isNew: false };
    }
    case 'changelink': {
      const one = found(event, query);
      return nothing([
        [`https://my.raceresult.example/${event.id}/selfservice?pid=${one.ID}&key=K${Number(one.ID) * 7919}`],
      ]);
    }
    case 'data/count':
      return nothing(matching(event, query.get('filter') ?? '').length);
    case 'data/list': {
      const names = namesIn(query);
      for (const name of names) requireField(event, name);
      return nothing(
        matching(event, query.get('filter') ?? '').map((one) =>
          names.map((name) => one[name] ?? timeOf(event, one, name)),
        ),
      );
    }
  }
}

/** A deterministic time for the whole race, or half of it. */
function timeOf({ finishes }: SimulatedEvent, { ID, Status }: Participant, name: string): string {
  const share = name === 'Finish.CHIP' ? 1 : name === 'Split1.CHIP' ? 0.49 : 0;
  if (!finishes || share === 0 || Status !== 0) return '';
  const tenths = Math.round((24_000 + ((Number(ID) * 7919) % 30_000)) * share);
  const two = (n: number) => String(n).padStart(2, '0');
  const whole = Math.floor(tenths / 10);
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${tenths % 10}`;
}

function namesIn(query: URLSearchParams): string[] {
  const text = query.get('fields') ?? '';
  return text.startsWith('[') ? (JSON.parse(text) as string[]) : text.split(',').filter(Boolean);
}

function matching(event: SimulatedEvent, filter: string): Participant[] {
  try {
    const holds = filterOf(filter);
    return event.participants.filter((one) => holds((field) => one[field] ?? ''));
  } catch (error) {
    if (error instanceof FilterError) throw new CommandRefused(400, error.message);
    throw error;
  }
}

function freeBib(event: SimulatedEvent, contest: number): number {
  const range = event.contests.find(({ id }) => id === contest) ?? { from: 90_001, to: 99_999 };
  const taken = new Set(event.participants.map(({ Bib }) => Bib));
  for (let bib = range.from; bib <= range.to; bib++) if (!taken.has(bib)) return bib;
  throw new CommandRefused(400, 'no free bib in the range of the contest');
}

function add(event: SimulatedEvent, values: Participant): Participant {
  if (event.participants.some(({ Bib }) => Bib === values.Bib))
    throw new CommandRefused(400, `bib ${values.Bib} already exists`);
  event.lastId += 1;
  const made: Participant = {
    ID: event.lastId,
    Bib: 0,
    Contest: 0,
    Status: 0,
    Lastname: '',
    Firstname: '',
    ForeignKey: '',
  };
  write(event, made, values);
  event.participants.push(made);
  return made;
}

function found(event: SimulatedEvent, query: URLSearchParams): Participant {
  const [field, wanted] = query.has('pid') ? ['ID', query.get('pid')] : ['Bib', query.get('bib')];
  const one = event.participants.find((each) => each[field as string] === Number(wanted));
  if (!one) throw new CommandRefused(400, `participant not found: ${field} ${wanted}`);
  return one;
}

function requireField(event: SimulatedEvent, name: string): void {
  if (!(name in textLengths) && !numberFields.includes(name) && !event.customFields.includes(name))
    throw new CommandRefused(400, `field not found: ${name}`);
}

/** All values or none. */
function write(event: SimulatedEvent, one: Participant, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    requireField(event, name);
    const longest = textLengths[name];
    if (longest !== undefined && String(value).length > longest)
      throw new CommandRefused(400, `value too long: ${name}`);
    if (name === 'ID' && one.ID !== event.lastId) throw new CommandRefused(400, 'ID cannot be changed');
    const isTaken = name === 'Bib' && event.participants.some((each) => each !== one && each.Bib === Number(value));
    if (isTaken) throw new CommandRefused(400, `bib ${value} already exists`);
  }
  for (const [name, value] of Object.entries(values))
    one[name] = numberFields.includes(name) ? Number(value) : String(value);
}

function saveFields(event: SimulatedEvent, query: URLSearchParams, body: unknown): Done {
  if (!Array.isArray(body)) {
    if (typeof body !== 'object' || body === null) throw new CommandRefused(400, 'no fields');
    const one = found(event, query);
    write(event, one, body as Record<string, unknown>);
    return { changed: [one], isNew: false };
  }
  let isNew = false;
  const changed = body.map((values: Participant) => {
    const known = event.participants.find(({ ID, Bib }) => (values.ID ? ID === values.ID : Bib === values.Bib));
    if (known) {
      write(event, known, values);
      return known;
    }
    isNew = true;
    return add(event, values);
  });
  return { changed, isNew };
}
