/** One recorded answer: where it lies and which request it is the answer to. */
export type Capture = {
  /** The file's name without its ending; what `/at/{stem}/` in an address chooses. */
  stem: string
  path: string
  /** The views of the recorded request; empty for the default body. */
  views: readonly string[]
  /** The `scoringPeriodId` of the recorded request; null when it had none. */
  period: number | null
  /** Whether a season has one such file for each moment at which the league was read. */
  isSnapshot: boolean
  /** Recorded from the history endpoint: the body is an array. */
  isHistory: boolean
}

type CaptureRequest = Pick<Capture, 'views' | 'period' | 'isSnapshot'>

const SEASON_VIEWS = ['mSettings', 'mTeam', 'mRoster', 'mStandings', 'mMatchup', 'mDraftDetail']
const WEEK_VIEWS = ['mMatchupScore', 'mScoreboard']
const BOXSCORE_VIEWS = ['mMatchupScore', 'mBoxscore', 'mSettings', 'mRosterSettings']
const PAGE_VIEWS = ['modular', 'mNav', 'mMatchupScore', 'mScoreboard', 'mSettings', 'mTopPerformers', 'mTeam']
const LIVE_VIEWS = ['mNav', 'mMatchupScore', 'mBoxscore', 'mSettings', 'mTeam']

/** The request that a file's name tells of. Source: the README beside the captures. */
export function parseCaptureName(stem: string): CaptureRequest {
  const whole = { period: null, isSnapshot: false }
  if (stem === 'combined') return { ...whole, views: SEASON_VIEWS }
  if (stem === 'no-view') return { ...whole, views: [] }
  if (stem.endsWith('-scoreboard')) return { views: PAGE_VIEWS, period: null, isSnapshot: true }
  if (stem.endsWith('-live')) return { views: LIVE_VIEWS, period: null, isSnapshot: true }
  const week = /^(week|transactions-period)-(\d+)(-boxscore)?$/.exec(stem)
  if (week === null) return { ...whole, views: [stem.slice(stem.lastIndexOf('-') + 1)] }
  const views = week[1] !== 'week' ? ['mTransactions2'] : week[3] === undefined ? WEEK_VIEWS : BOXSCORE_VIEWS
  return { views, period: Number(week[2]), isSnapshot: false }
}
