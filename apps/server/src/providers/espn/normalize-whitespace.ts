/** Text that people typed, trimmed and with each run of blanks as one. Empty for none. */
export function normalizeWhitespace(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}
