/** Styles as papers write them, read once into what our pen lays out and paints with. Lengths are points. */
import { notOurs } from './not-ours.ts';

type Written = Record<string, unknown>;
/** Points, or a part of the space around (`'50%'` is 0.5). */
export type Length = { points: number } | { part: number };
export type Align = 'flex-start' | 'center' | 'flex-end' | 'stretch';
export type Justify = 'flex-start' | 'center' | 'flex-end' | 'space-between' | 'space-around';
/** In the sequence of CSS: top, right, bottom, left. */
type Four<T> = [T, T, T, T];
export type Border = { width: number; color: string };

/** What goes on to what stands inside. `lineHeight`: points. */
export type Type = {
  color: string;
  fontSize: number;
  isBold: boolean;
  features: readonly string[];
  lineHeight: number | null;
  textAlign: 'left' | 'center' | 'right';
  opacity: number;
};

export type Look = Type & {
  width: Length | null;
  height: Length | null;
  minHeight: number;
  isAbsolute: boolean;
  /** Top, right, bottom, left, from the inner edges of what is around. */
  place: Four<number | null>;
  margin: Four<number>;
  padding: Four<number>;
  border: Four<Border | null>;
  /** Upper left, upper right, lower right, lower left. */
  radius: Four<number>;
  background: string | null;
  isRow: boolean;
  /** A row goes on below; its lines stand in the middle of it. */
  wraps: boolean;
  grows: number;
  /** Grows from nothing, and not from what it holds. */
  fromNothing: boolean;
  justify: Justify;
  alignItems: Align;
  alignSelf: Align | null;
  gap: number;
  maxLines: number;
  endsEarly: boolean;
  /** Degrees, clockwise, around its middle. */
  turned: number;
};

const first: Type = {
  color: '#000000',
  fontSize: 18,
  isBold: false,
  features: [],
  lineHeight: null,
  textAlign: 'left',
  opacity: 1,
};

const four = <T>(value: T): Four<T> => [value, value, value, value];

const plain = {
  width: null,
  height: null,
  minHeight: 0,
  isAbsolute: false,
  background: null,
  isRow: false,
  wraps: false,
  grows: 0,
  fromNothing: false,
  justify: 'flex-start',
  alignItems: 'stretch',
  alignSelf: null,
  gap: 0,
  maxLines: Number.POSITIVE_INFINITY,
  endsEarly: false,
  turned: 0,
} as const;

const number = (value: unknown): number => (typeof value === 'number' ? value : notOurs(`${value} is no number`));
function length(value: unknown): Length {
  if (typeof value === 'number') return { points: value };
  const [, part] = /^(\d+(?:\.\d+)?)%$/.exec(String(value)) ?? [];
  return part === undefined ? notOurs(`${value} is no length`) : { part: Number(part) / 100 };
}
function one<T extends string>(value: unknown, ...known: readonly T[]): T {
  const found = known.find((each) => each === value);
  return found ?? notOurs(`${value} is not known`);
}
function color(value: unknown): string {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(String(value)) ?? [];
  if (long !== undefined) return `#${long}`;
  if (short !== undefined) return `#${[...short].map((digit) => digit + digit).join('')}`;
  return notOurs(`${value} is no color`);
}
function border(value: unknown): Border {
  const [, width, said] = /^([\d.]+)pt solid (\S+)$/.exec(String(value)) ?? [];
  return width === undefined ? notOurs(`${value} is no border`) : { width: Number(width), color: color(said) };
}
function turned(value: unknown): number {
  const [, degrees] = /^rotate\((-?[\d.]+)deg\)$/.exec(String(value)) ?? [];
  return degrees === undefined ? notOurs(`${value} is no turn`) : Number(degrees);
}

const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
const corners = ['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'] as const;
const aligns = ['flex-start', 'center', 'flex-end', 'stretch'] as const;

type Reader = (look: Look, value: unknown) => void;

const readers = new Map<string, Reader>(
  Object.entries({
    color: (look, value) => {
      look.color = color(value);
    },
    fontSize: (look, value) => {
      look.fontSize = number(value);
    },
    fontFamily: (_, value) => {
      one(value, 'Inter');
    },
    fontWeight: (look, value) => {
      look.isBold = value === 700 || (value === 400 ? false : notOurs(`weight ${value}`));
    },
    fontFeatureSettings: (look, value) => {
      look.features = value as string[];
    },
    lineHeight: (look, value) => {
      look.lineHeight = number(value) * look.fontSize;
    },
    textAlign: (look, value) => {
      look.textAlign = one(value, 'left', 'center', 'right');
    },
    opacity: (look, value) => {
      look.opacity = number(value);
    },
    width: (look, value) => {
      look.width = length(value);
    },
    height: (look, value) => {
      look.height = length(value);
    },
    minHeight: (look, value) => {
      look.minHeight = number(value);
    },
    flexWrap: (look, value) => {
      look.wraps = one(value, 'wrap') === 'wrap';
    },
    alignContent: (_, value) => {
      one(value, 'center');
    },
    position: (look, value) => {
      look.isAbsolute = one(value, 'absolute', 'relative') === 'absolute';
    },
    backgroundColor: (look, value) => {
      look.background = color(value);
    },
    flexDirection: (look, value) => {
      look.isRow = one(value, 'row', 'column') === 'row';
    },
    flex: (look, value) => {
      look.grows = number(value);
      look.fromNothing = true;
    },
    justifyContent: (look, value) => {
      look.justify = one(value, 'flex-start', 'center', 'flex-end', 'space-between', 'space-around');
    },
    alignItems: (look, value) => {
      look.alignItems = one(value, ...aligns);
    },
    alignSelf: (look, value) => {
      look.alignSelf = one(value, ...aligns);
    },
    gap: (look, value) => {
      look.gap = number(value);
    },
    maxLines: (look, value) => {
      look.maxLines = number(value);
    },
    textOverflow: (look, value) => {
      look.endsEarly = one(value, 'ellipsis') === 'ellipsis';
    },
    transform: (look, value) => {
      look.turned = turned(value);
    },
    border: (look, value) => {
      look.border = four(border(value));
    },
    borderRadius: (look, value) => {
      look.radius = four(number(value));
    },
  } satisfies Record<string, Reader>),
);
for (const kind of ['margin', 'padding'] as const) {
  const reader = (...at: number[]): Reader => {
    return (look, value) => {
      const read = number(value);
      for (const each of at) look[kind][each] = read;
    };
  };
  readers.set(kind, reader(0, 1, 2, 3));
  readers.set(`${kind}Vertical`, reader(0, 2));
  readers.set(`${kind}Horizontal`, reader(1, 3));
  for (const [at, side] of sides.entries()) readers.set(`${kind}${side}`, reader(at));
}
for (const [at, side] of sides.entries()) {
  readers.set(`border${side}`, (look, value) => {
    look.border[at] = border(value);
  });
  readers.set(side.toLowerCase(), (look, value) => {
    look.place[at] = number(value);
  });
}
for (const [at, corner] of corners.entries())
  readers.set(`border${corner}Radius`, (look, value) => {
    look.radius[at] = number(value);
  });

/**
 * The look of an element with this style inside of `around`.
 * @throws NotOurs when it has a style that our pen does not draw
 */
export function lookOf(style: unknown, around: Type = first): Look {
  const { color, fontSize, isBold, features, lineHeight, textAlign, opacity } = around;
  const look: Look = {
    ...plain,
    ...{ color, fontSize, isBold, features, lineHeight, textAlign, opacity },
    place: four<number | null>(null),
    margin: four(0),
    padding: four(0),
    border: four<Border | null>(null),
    radius: four(0),
  };
  const written = (style ?? {}) as Written;
  if (Array.isArray(written)) notOurs('a list of styles');
  // The height of a line is told in sizes of its text.
  if (written.fontSize !== undefined) look.fontSize = number(written.fontSize);
  // In the sequence in which they are written: what is said of one side comes after what is said of all.
  for (const name in written) {
    const value = written[name];
    if (value !== undefined && value !== null) (readers.get(name) ?? notOurs(`the style ${name}`))(look, value);
  }
  if (look.wraps && written.alignContent !== 'center') notOurs('lines of a row that are not in its middle');
  return look;
}
