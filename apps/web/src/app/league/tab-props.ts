/** What the tabs of a league are given. Each takes what it needs. */
export type TabProps = {
  league: string
  /** The display name of the current user. */
  user: string
  isAdmin: boolean
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  currentYear: number
  hasLowestScorers: boolean
}

export type SeasonTabProps = Pick<TabProps, 'league' | 'seasons'>
