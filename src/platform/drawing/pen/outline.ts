/** What a paper says to whoever has it read out: its headings, tables and texts, in the sequence in which they are read. */
import { assert, present } from '#src/kernel/assert.ts';
import type { Role } from '../structure.ts';

type OutlineRole = Exclude<Role, 'Artifact'> | 'Document' | 'Figure';
export type OutlineElement = {
  role: OutlineRole;
  scope: 'Row' | 'Column' | null;
  alt: string | null;
  parent: OutlineElement | null;
  kids: OutlineElement[];
  /** What is marked as its own on pages. */
  marks: { page: number; mark: number }[];
};

const made = (role: OutlineRole, parent: OutlineElement | null, scope: OutlineElement['scope'] = null) => {
  const element: OutlineElement = { role, scope, alt: null, parent, kids: [], marks: [] };
  parent?.kids.push(element);
  return element;
};

export class Outline {
  readonly whole = made('Document', null);
  readonly #named = new Map<string, OutlineElement>();

  part(role: OutlineRole, around: OutlineElement, scope: OutlineElement['scope'], name?: string): OutlineElement {
    const element = made(role, around, scope);
    if (name !== undefined) this.#named.set(name, element);
    return element;
  }

  /** A text that nobody says anything about is a paragraph. */
  text(around: OutlineElement): OutlineElement {
    assert(around.role !== 'TR', 'in a row stand cells');
    return made('P', around);
  }

  figure(around: OutlineElement, alt: string): OutlineElement {
    const element = made('Figure', around);
    element.alt = alt;
    return element;
  }

  named(name: string): OutlineElement {
    return present(this.#named.get(name), 'what is named comes before');
  }

  /** What holds nothing is left out, but for the cells of a row that holds something. */
  tidy(element: OutlineElement = this.whole): boolean {
    const holds = element.kids.map((kid) => this.tidy(kid));
    const isHeld = holds.includes(true) || element.marks.length > 0;
    const isRow = element.role === 'TR' && isHeld;
    element.kids = element.kids.filter((_, at) => isRow || holds[at]);
    return isHeld;
  }
}
