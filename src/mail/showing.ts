/** The mail is somebody else's HTML: no scripts, no forms, nothing from elsewhere, an origin of its own. */
export const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
  "img-src 'self' data:; form-action 'none'; frame-ancestors 'self'";
/** The page around it may frame pages of this site, which no other page may. */
export const framingPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
