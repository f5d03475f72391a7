export type Capture = {
  /** File name without extension. The path prefix `/at/{stem}` selects it. */
  stem: string
  path: string
  /** The views of the recorded request; empty for the default body. */
  views: readonly string[]
  period: number | null
  /** Whether the season has one such file per point in time at which the league was captured. */
  isSnapshot: boolean
  /** Recorded from the history endpoint, so the body is an array. */
  isHistory: boolean
}

const SEASON_VIEWS = ['mSettings', 'mTeam', 'mRoster', 'mStandings', 'mMatchup', 'mDraftDetail']
const WEEK_VIEWS = ['mMatchupScore', 'mScoreboard']
const BOXSCORE_VIEWS = ['mMatchupScore', 'mBoxscore', 'mSettings', 'mRosterSettings']
const PAGE_VIEWS = ['modular', 'mNav', 'mMatchupScore', 'mScoreboard', 'mSettings', 'mTopPerformers', 'mTeam']
const LIVE_VIEWS = ['mNav', 'mMatchupScore', 'mBoxscore', 'mSettings', 'mTeam']

/** Derives the recorded request from the file name. Source: the README of the captures. */
export function parseCaptureName(stem: string): Pick<Capture, 'views' | 'period' | 'isSnapshot'> {
  const wholeSeason = { period: null, isSnapshot: false }
  if (stem === 'combined') return { ...wholeSeason, views: SEASON_VIEWS }
  if (stem === 'no-view') return { ...wholeSeason, views: [] }
  if (stem.endsWith('-scoreboard')) return { views: PAGE_VIEWS, period: null, isSnapshot: true }
  if (stem.endsWith('-live')) return { views: LIVE_VIEWS, period: null, isSnapshot: true }
  const week = /^(week|transactions-period)-(\d+)(-boxscore)?$/.exec(stem)
  if (week === null) return { ...wholeSeason, views: [stem.slice(stem.lastIndexOf('-') + 1)] }
  const views = week[1] !== 'week' ? ['mTransactions2'] : week[3] === undefined ? WEEK_VIEWS : BOXSCORE_VIEWS
  return { views, period: Number(week[2]), isSnapshot: false }
}
