/** What stands on which page. */
import type { Box } from './boxes.ts';
import { pageSize } from './boxes.ts';
import { place } from './flex.ts';
import { lineHeightOf } from './words.ts';

/** Rounding must not bring a new page. */
const hair = 0.001;
/** Fewer lines of a text do not stand alone before or after the end of a page. */
const fewest = 2;
/** More pages are no paper but a mistake of ours. */
const mostPages = 2000;

/** The pages of a paper, with all that stands on them in its place. */
export function pagesOf(page: Box): Box[] {
  const end = pageSize.height - page.look.padding[2];
  const room = end - page.look.padding[0];
  const pages: Box[] = [];
  let rest = page.kids;
  do {
    const all: Box = { ...page, kids: rest };
    place(all, pageSize.width, pageSize.width, null);
    const parts = parted(all.kids, end, room);
    const own: Box = { ...page, kids: parts.here };
    place(own, pageSize.width, pageSize.width, pageSize.height);
    // What is on every page is there twice by now, and each has its own place.
    pages.push(copied(own));
    rest = parts.later;
  } while (rest.some((box) => !box.isFixed) && pages.length < mostPages);
  return pages;
}

const copied = (box: Box): Box => ({ ...box, kids: box.kids.map(copied) });

type Parts = { here: Box[]; later: Box[] };

/** What stands above `end`, and what has to go on the next page. `room`: of a whole page. */
function parted(boxes: readonly Box[], end: number, room: number): Parts {
  const here: Box[] = [];
  const later: Box[] = [];
  for (const [at, box] of boxes.entries()) {
    const next = boxes.slice(at + 1);
    const bottom = box.top + box.height;
    if (box.isFixed) {
      here.push(box);
      later.push(box);
    } else if (box.top >= end) later.push(box);
    else if (box.height > room && !box.mayBreak) {
      here.push(box);
      later.push(...next);
      break;
    } else if ((bottom > end && !box.mayBreak) || (bottom <= end && isTorn(box, next, here, end))) {
      here.push(...next.filter((each) => each.isFixed));
      later.push({ ...box, mayBreak: true }, ...next);
      break;
    } else if (bottom > end + hair) {
      const [one, other] = halves(box, end - box.top, room);
      if (box.kids.length > 0 ? one.kids.length > 0 : one.text !== null) {
        if (one.text === null || one.lines?.length !== 0) here.push(one);
        later.push(other);
        continue;
      }
      if (here.length === 0) {
        here.push(box, ...next.filter((each) => each.isFixed));
        later.push(...next);
      } else {
        here.push(...next.filter((each) => each.isFixed));
        later.push(box, ...next);
      }
      break;
    } else here.push(box);
  }
  return { here, later };
}

/** Whether the space below a box does not go on this page, and with it what belongs to it. */
function isTorn(box: Box, next: readonly Box[], here: readonly Box[], end: number): boolean {
  if (here.every((each) => each.isFixed)) return false;
  const ends = next.filter((each) => !each.isFixed).map((each) => each.top + each.height);
  const bottom = box.top + box.height + box.look.margin[2];
  return (ends.length === 0 ? bottom : Math.min(bottom, Math.max(...ends))) > end;
}

/** The parts of a box above and below a cut at `height`. */
function halves(box: Box, height: number, room: number): [Box, Box] {
  const { look } = box;
  const upper = {
    ...look,
    margin: [look.margin[0], look.margin[1], 0, look.margin[3]],
    padding: [look.padding[0], look.padding[1], 0, look.padding[3]],
    border: [look.border[0], look.border[1], null, look.border[3]],
    radius: [look.radius[0], look.radius[1], 0, 0],
  } satisfies Box['look'];
  const lower = {
    ...look,
    margin: [0, look.margin[1], look.margin[2], look.margin[3]],
    padding: [0, look.padding[1], look.padding[2], look.padding[3]],
    border: [null, look.border[1], look.border[2], look.border[3]],
    radius: [0, 0, look.radius[2], look.radius[3]],
  } satisfies Box['look'];
  if (box.lines) {
    const at = lineAt(box, height);
    return [
      { ...box, look: upper, lines: box.lines.slice(0, at), isCut: true },
      { ...box, look: lower, lines: box.lines.slice(at), isCut: true },
    ];
  }
  const parts = parted(box.kids, height, room);
  const left = look.height ? { points: box.height - height } : null;
  return [
    { ...box, look: { ...upper, height: { points: height } }, kids: parts.here },
    { ...box, look: { ...lower, height: left }, kids: parts.later },
  ];
}

/** How many lines of a text stand above `height`. */
function lineAt({ lines, look }: Box, height: number): number {
  const all = lines?.length ?? 0;
  const fitting = Math.min(all, Math.floor((height + hair) / lineHeightOf(look)));
  if (fitting === 0) return 0;
  if (all < fewest) return all;
  if (fitting < fewest || all < 2 * fewest) return 0;
  return Math.min(fitting, all - fewest);
}
