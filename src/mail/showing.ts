/** Foreign HTML: no scripts, no forms, nothing external, an opaque origin. */
export const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
  "img-src 'self' data:; form-action 'none'; frame-ancestors 'self'";
/** The page around it may frame pages of this site. */
export const framingPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
