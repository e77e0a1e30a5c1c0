/** Marks a summary that is still to be sorted by its fields. */
export const toBeOrdered = { 'data-errors': '' };

/** A summary precedes its fields, so its errors are sorted afterwards by the fields' order; entries without a field are last. */
export const summariesInOrder = (html: string): string =>
  html.replace(/<ul data-errors="">(.*?)<\/ul>/gs, (_, list: string) => {
    const placeOf = (entry: string): number => {
      const at = html.indexOf(` id="${/ href="#([^"]*)"/.exec(entry)?.[1]}"`);
      return at < 0 ? html.length : at;
    };
    const entries = list.match(/<li>.*?<\/li>/gs) ?? [];
    return `<ul>${entries
      .map((entry) => ({ entry, at: placeOf(entry) }))
      .sort((a, b) => a.at - b.at)
      .map(({ entry }) => entry)
      .join('')}</ul>`;
  });
