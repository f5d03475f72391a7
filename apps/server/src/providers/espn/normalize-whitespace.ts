/** Trims text and collapses runs of whitespace. Returns an empty string for null or undefined. */
export function normalizeWhitespace(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}
