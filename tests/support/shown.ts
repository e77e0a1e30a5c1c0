/** A page as it is read: addresses of mail in one piece, without the places at which they may break. */
export const shown = (html: string): string =>
  html.replaceAll(/<span class="mail-to">(.*?)<\/span>/g, (_, address: string) => address.replaceAll('<wbr/>', ''));
