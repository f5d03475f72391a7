/**
 * A text as it is stored: without white space at its ends, and without the characters that change the direction of
 * what follows them, which could make it look like another text. Letters have their direction without these.
 */
export function cleanMemberText(text: string): string {
  return removeDirection(text).trim()
}

export function removeDirection(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '')
}
