/**
 * What stands in `titlePicture`, `previewPicture` and `picture`: nothing, `default:<name>` for a drawing of the product,
 * or the name of an uploaded picture. Calls of the API speak of an uploaded one by its address.
 */
export const storedPicturePattern = /^[0-9a-f]{64}\.(?:jpg|png)$/;

/** The address of an uploaded picture, large or reduced; null for everything else. */
export const uploadedAddress = (stored: string | null, size: 'large' | 'small' = 'large'): string | null =>
  stored !== null && storedPicturePattern.test(stored)
    ? `/pictures/${size === 'small' ? 'small/' : ''}${stored}`
    : null;

/** As calls of the API say it. */
export const pictureSaid = (stored: string | null): string | null => uploadedAddress(stored) ?? stored;

/** What a call of the API said, as it is stored. */
export const pictureMeant = (said: string | null): string | null => said?.replace(/^\/pictures\//, '') || null;
