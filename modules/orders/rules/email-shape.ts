const emailShape = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[\p{L}]{2,}$/u;

/** local@domain with a top-level domain of two or more letters. */
export const isEmail = (text: string): boolean => text.length <= 254 && emailShape.test(text);
