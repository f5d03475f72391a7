/** Formats a count as '1 season' or '2 seasons'. Pass `plural` for words that do not just add an s. */
export function formatCount(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? singular : plural}`
}
