/** Years as ranges, such as "2014–2016, 2018". They have to be in order. */
export function formatSeasonRanges(seasons: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const season of seasons) {
    const range = ranges.at(-1)
    if (range !== undefined && range.last + 1 === season) range.last = season
    else ranges.push({ first: season, last: season })
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}
