/** The operators of a page, all of them marked: as what they are read out, or as decoration (ISO 32000-1, 14.6). */
import { type Box, pageSize } from './boxes.ts';
import { hexOf } from './embedded.ts';
import type { OutlineElement } from './outline.ts';
import type { Picture } from './picture.ts';
import { colorOf, figure, ground, point, rim, strokesOf } from './shapes.ts';
import type { Typeface } from './typeface.ts';
import { ascentOf, faceOf, type Line, lineHeightOf, squeezed } from './words.ts';

/** What all pages of a paper share, by the names that their operators use. */
export class Palette {
  readonly fonts = new Map<Typeface, { name: string; used: Set<number> }>();
  readonly pictures = new Map<string, { name: string; picture: Picture }>();
  readonly opacities = new Map<number, string>();

  font(face: Typeface): { name: string; used: Set<number> } {
    const known = this.fonts.get(face) ?? { name: `F${this.fonts.size + 1}`, used: new Set() };
    this.fonts.set(face, known);
    return known;
  }
  picture(picture: Picture): string {
    const key = picture.bytes.toString('latin1');
    const known = this.pictures.get(key) ?? { name: `I${this.pictures.size + 1}`, picture };
    this.pictures.set(key, known);
    return known.name;
  }
  opacity(opacity: number): string {
    const known = this.opacities.get(opacity) ?? `G${this.opacities.size + 1}`;
    this.opacities.set(opacity, known);
    return known;
  }
}

/** `elements`: of which each mark is, by its number. */
export type Painted = { content: string; elements: OutlineElement[] };

class PagePainter {
  readonly #lines: string[] = [];
  readonly #elements: OutlineElement[] = [];
  #decoration: string[] = [];

  constructor(
    private readonly palette: Palette,
    private readonly page: number,
  ) {}

  paint(box: Box, x: number, y: number, isRepeated: boolean): void {
    const { look, width, height } = box;
    const isDecoration = isRepeated || (box.isFixed && this.page > 0);
    const behind: string[] = [];
    if (look.background) behind.push(ground({ x, y, width, height }, look.radius, look.background));
    behind.push(...rim(box, x, y));
    for (const each of behind) this.#decorate(this.#through(look.opacity, each));
    const element = isDecoration ? null : box.element;
    if (box.text !== null) this.#write(box, x, y, element);
    else if (box.picture) this.#mark(element, this.#pictureAt(box.picture, x, y, width, height));
    else if (box.drawing) for (const stroke of strokesOf(box.drawing, x, y)) this.#decorate(stroke);
    for (const kid of box.kids) this.paint(kid, x + kid.left, y + kid.top, isDecoration);
  }

  painted(): Painted {
    this.#endDecoration();
    return { content: this.#lines.join('\n'), elements: this.#elements };
  }

  #pictureAt(picture: Picture, x: number, y: number, width: number, height: number): string {
    const place = `${figure(width)} 0 0 ${figure(height)} ${point(x, y + height)} cm`;
    return `q\n${place}\n/${this.palette.picture(picture)} Do\nQ`;
  }

  #write(box: Box, x: number, y: number, element: OutlineElement | null): void {
    const { look } = box;
    const face = faceOf(look);
    const font = this.palette.font(face);
    const inner = box.width - look.padding[1] - look.padding[3];
    const isEmpty = !box.lines?.some((line) => line.isSpace.includes(false));
    if (isEmpty || !box.lines) return;
    const operators = ['BT', `/${font.name} ${figure(look.fontSize)} Tf`, `${colorOf(look.color)} rg`];
    let baseline = y + look.padding[0] + ascentOf(look);
    for (const line of box.lines) {
      const free = Math.max(0, inner - (line.width - line.lead - line.trail));
      const shift = look.textAlign === 'center' ? free / 2 : look.textAlign === 'right' ? free : 0;
      const left = x + look.padding[3] + shift - line.lead;
      operators.push(`1 0 0 1 ${point(left, baseline)} Tm`, `[${written(line, face, look.fontSize, inner)}] TJ`);
      for (const shape of line.shapes) font.used.add(shape);
      baseline += lineHeightOf(look);
    }
    operators.push('ET');
    const turned = look.turned === 0 ? operators : ['q', turn(box, x, y), ...operators, 'Q'];
    this.#mark(element, this.#through(look.opacity, turned.join('\n')));
  }

  #through(opacity: number, operators: string): string {
    return opacity === 1 ? operators : `q\n/${this.palette.opacity(opacity)} gs\n${operators}\nQ`;
  }

  #decorate(operators: string): void {
    this.#decoration.push(operators);
  }
  #endDecoration(): void {
    if (this.#decoration.length > 0) this.#lines.push('/Artifact BMC', ...this.#decoration, 'EMC');
    this.#decoration = [];
  }
  #mark(element: OutlineElement | null, operators: string): void {
    if (!element) {
      this.#decorate(operators);
      return;
    }
    this.#endDecoration();
    const mark = this.#elements.push(element) - 1;
    element.marks.push({ page: this.page, mark });
    this.#lines.push(`/${element.role === 'Figure' ? 'Figure' : 'P'} <</MCID ${mark}>> BDC`, operators, 'EMC');
  }
}

/** Around the middle of a box; what comes after stands as if it were straight. */
function turn({ look, width, height }: Box, x: number, y: number): string {
  const angle = (look.turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), -Math.sin(angle)];
  const [cx, cy] = [x + width / 2, pageSize.height - y - height / 2];
  const exact = [cos, sin, -sin, cos].map((each) => each.toFixed(6));
  return `${exact.join(' ')} ${figure(cx - cos * cx + sin * cy)} ${figure(cy - sin * cx - cos * cy)} cm`;
}

/** The shapes of a line with what is between them where that is not as wide as usual. */
function written(line: Line, face: Typeface, size: number, width: number): string {
  const less = squeezed(line, width);
  let text = '<';
  line.shapes.forEach((shape, at) => {
    text += hexOf(shape);
    const kerned = ((face.met(shape).width - (line.advances[at] as number)) * 1000) / face.unitsPerEm;
    const back = kerned + ((less?.[at] ?? 0) * 1000) / size;
    if (Math.abs(back) > 0.001) text += `> ${figure(back)} <`;
  });
  return `${text}>`.replace(/ <>$/, '');
}

export function paintedPage(box: Box, page: number, palette: Palette): Painted {
  const painter = new PagePainter(palette, page);
  painter.paint(box, 0, 0, false);
  return painter.painted();
}
