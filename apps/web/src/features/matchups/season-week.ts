/**
 * A selected season and week. A null season is the current one; a null week is the season's current or last
 * week.
 */
export type SeasonWeek = { season: number | null; week: number | null }

export const CURRENT_WEEK: SeasonWeek = { season: null, week: null }
