import type { ReactElement, ReactNode } from 'react';

type BibProps = {
  /** In the band between the upper holes: event, competition, distance. */
  head: ReactNode;
  /** At the end of the band: a date, a status. */
  headAside?: ReactNode;
  /** The big figure: a start number, a distance, a price. */
  figure?: string;
  /** Small beside the figure: `km`. */
  unit?: string;
  /** The runner or the competition. `href` makes the whole bib a link. */
  title?: ReactNode;
  href?: string;
  /** The heading level of the title; plain text without it. */
  level?: 2 | 3;
  lines?: readonly ReactNode[];
  /** A photo below the band, `coverSizes` wide. */
  cover?: { src: string; srcSet?: string; sizes?: string };
  /** A QR code or a picture on white. */
  picture?: { src: string; alt: string };
  /** Buttons and links below. */
  children?: ReactNode;
  /** `over`: sold out, canceled or past. */
  tone?: 'strong' | 'quiet' | 'over';
};

export const coverSizes = '(min-width: 48rem) 22rem, 100vw';

const figureSize = (figure: string): string => {
  const length = [...figure].length;
  return length <= 5 ? 'short' : length <= 9 ? 'medium' : 'long';
};

/** A start number: the design of tickets, participants and competitions. */
export function Bib(props: BibProps): ReactElement {
  const { head, headAside, figure, unit, title, href, level, lines = [], children, tone = 'strong' } = props;
  const { cover, picture } = props;
  const Title = level === 2 ? 'h2' : level === 3 ? 'h3' : 'p';
  return (
    <article className="bib" data-tone={tone} data-figure={figure ? figureSize(figure) : undefined}>
      <div className="bib-head">
        <span>{head}</span>
        {headAside ? <span>{headAside}</span> : null}
      </div>
      {cover ? <img className="bib-cover" {...cover} alt="" width="640" height="360" loading="lazy" /> : null}
      <div className="bib-body">
        {figure ? (
          <p className="bib-figure">
            {figure}
            {unit ? <span className="bib-unit"> {unit}</span> : null}
          </p>
        ) : null}
        {title ? <Title className="bib-title">{href ? <a href={href}>{title}</a> : title}</Title> : null}
        {lines.length > 0 ? (
          <ul className="bib-lines">
            {lines.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
        ) : null}
        {picture ? <img className="bib-picture" src={picture.src} alt={picture.alt} width="176" height="176" /> : null}
        {children ? <div className="bib-actions">{children}</div> : null}
      </div>
    </article>
  );
}
