/** `dynasty`: in the top three. `drought`: in the bottom third. */
export const OWNER_MARKS = ['dynasty', 'drought'] as const

/** At least two finished seasons in a row, oldest first. */
export type OwnerMark = { kind: (typeof OWNER_MARKS)[number]; seasons: number[] }

export type Placement = { season: number; place: number; teamCount: number; isFinished: boolean }

/**
 * The dynasties and droughts of an owner, oldest first. An owner of two teams in a season counts with the better one.
 * A season without the owner, or one that is not stored, ends a row. Source: analytics, 15 "All-time marks".
 * @param placements of the owner, oldest first
 */
export function ownerMarks(placements: readonly Placement[]): OwnerMark[] {
  const finished = bestOfSeasons(placements.filter(({ isFinished }) => isFinished))
  return [
    ...rowsOf(
      'dynasty',
      finished.filter(({ place }) => place <= 3),
    ),
    ...rowsOf(
      'drought',
      finished.filter(({ place, teamCount }) => place > Math.ceil((2 * teamCount) / 3)),
    ),
  ].sort((a, b) => (a.seasons[0] ?? 0) - (b.seasons[0] ?? 0))
}

function bestOfSeasons(placements: readonly Placement[]): Placement[] {
  const bySeason = new Map<number, Placement>()
  for (const placement of placements) {
    const other = bySeason.get(placement.season)
    if (other === undefined || placement.place < other.place) bySeason.set(placement.season, placement)
  }
  return [...bySeason.values()]
}

function rowsOf(kind: OwnerMark['kind'], placements: readonly Placement[]): OwnerMark[] {
  const rows: number[][] = []
  for (const { season } of placements) {
    const row = rows.at(-1)
    if (row?.at(-1) === season - 1) row.push(season)
    else rows.push([season])
  }
  return rows.filter((seasons) => seasons.length >= 2).map((seasons) => ({ kind, seasons }))
}
