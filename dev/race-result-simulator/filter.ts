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
