/** What a person chose to see: null for the current season, and for the week that a season stands at. */
export type SeasonWeek = { season: number | null; week: number | null }

export const CURRENT_WEEK: SeasonWeek = { season: null, week: null }
