/** Marks the list of a summary whose entries are still to be put in the order of their fields. */
export const toBeOrdered = { 'data-errors': '' };

/**
 * A summary stands above its fields and is rendered before them, by errors that come in the order in which they were found.
 * Whoever mends them goes down the page, so it leads there from the top down; what leads to no field stays last.
 */
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
