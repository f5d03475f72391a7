import type { Finding, LeagueSeason } from '@fieldhouse/domain/season'

/** What the `details` of a season hold: the parts that are only ever read whole. */
export type SeasonDetails = {
  periods: LeagueSeason['calendar']['periods']
  previousSeasons: number[]
  findings: Finding[]
}
