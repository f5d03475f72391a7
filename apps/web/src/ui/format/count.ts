export function formatCount(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? singular : plural}`
}

/** Formats the weeks that a figure leaves out, to follow others: ', without weeks 5 and 7'; empty without any. */
export function formatMissingWeeks(weeks: readonly number[]): string {
  if (weeks.length === 0) return ''
  return `, without ${weeks.length === 1 ? 'week' : 'weeks'} ${new Intl.ListFormat('en').format(weeks.map(String))}`
}
